import { useLingui } from '@lingui/react/macro';
import {
  BellRing,
  CreditCard,
  Download,
  Gift,
  IdCard,
  Image,
  Info,
  KeyRound,
  LockKeyhole,
  MessageSquareText,
  Palette,
  ShieldCheck,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { userInfo } from '../../../../contract/calls/profile';
import { APP_VERSION } from '../../../../contract/app-version';
import { hrefTo, isOpen, paths, type Path } from '../../../app/paths';
import type { Output } from '../../../bridge/types';
import { LOCALE_INFO } from '../../../i18n/locales';
import { useLocale } from '../../../i18n/useLocale';
import { useInstallWay } from '../../../install/useInstall';
import { useInstallPrompt } from '../../../install/useInstallPrompt';

export interface Entry {
  path: Path;
  href: string;
  /** In place of opening the screen. */
  act?: () => void;
  label: string;
  icon: LucideIcon;
  value?: string;
}

export interface EntryGroup {
  name: 'person' | 'device';
  entries: Entry[];
}

/** The entries of the settings; those that have no screen yet are not offered. */
export function useEntries(user: Output<typeof userInfo> | undefined): EntryGroup[] {
  const { t } = useLingui();
  const locale = useLocale();
  const way = useInstallWay();
  const install = useInstallPrompt();
  const all: { name: EntryGroup['name']; entries: (Omit<Entry, 'href'> & { isOffered?: boolean })[] }[] = [
    {
      name: 'person',
      entries: [
        { path: paths.nickname, label: t`Nickname`, icon: UserRound, value: user?.nickname },
        { path: paths.avatar, label: t`Avatar`, icon: Image },
        { path: paths.securityCentre, label: t`Security centre`, icon: ShieldCheck },
        { path: paths.identity, label: t`Real-name verification`, icon: IdCard },
        { path: paths.withdrawalMethods, label: t`Withdrawal methods`, icon: CreditCard },
        { path: paths.invite, label: t`Invite`, icon: Gift },
        { path: paths.feedback, label: t`Feedback`, icon: MessageSquareText },
        { path: paths.subAccounts, label: t`Sub-accounts`, icon: UsersRound },
        {
          path: paths.firstTradePassword,
          label: t`Set a trade password`,
          icon: KeyRound,
          isOffered: user?.hasTradePassword === false,
        },
      ],
    },
    {
      name: 'device',
      entries: [
        { path: paths.lock, label: t`App lock`, icon: LockKeyhole },
        { path: paths.telling, label: t`Notification settings`, icon: BellRing },
        { path: paths.appearance, label: t`Language and theme`, icon: Palette, value: LOCALE_INFO[locale].nativeName },
        {
          path: paths.install,
          label: t`Install the app`,
          icon: Download,
          isOffered: way !== 'installed',
          ...(way === 'prompt' ? { act: install } : {}),
        },
        { path: paths.about, label: t`About`, icon: Info, value: APP_VERSION },
      ],
    },
  ];
  return all
    .map(({ name, entries }) => ({
      name,
      entries: entries
        .filter(({ path, isOffered = true }) => isOffered && isOpen(path))
        .map(({ isOffered: _, ...entry }) => ({ ...entry, href: hrefTo(entry.path) })),
    }))
    .filter(({ entries }) => entries.length > 0);
}
