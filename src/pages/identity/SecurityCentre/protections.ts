import { useLingui } from '@lingui/react/macro';
import { IdCard, KeyRound, ListChecks, Lock, Smartphone, type LucideIcon } from 'lucide-react';
import { withdrawalMethods, type securityInfo } from '../../../../contract/calls/identity';
import { userInfo } from '../../../../contract/calls/profile';
import { isOpen, paths, type Path } from '../../../app/paths';
import type { Output } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import type { StatusKind } from '../../../components/StatusTag';
import { useStatusTexts } from '../parts/useStatusTexts';

export interface Protection {
  name: 'login-password' | 'trade-password' | 'authenticator' | 'identity' | 'methods';
  path: Path;
  icon: LucideIcon;
  title: string;
  subtitle: string;
  isDone: boolean;
  tag: { kind: StatusKind; text: string };
}

/** Everything that protects the account, in the order of setting it up; entries without a screen are not offered. */
export function useProtections(info: Output<typeof securityInfo> | undefined): Protection[] {
  const { t } = useLingui();
  const user = useCall(userInfo, {}).data;
  const methods = useCall(withdrawalMethods, {}).data?.methods ?? [];
  const statusTexts = useStatusTexts();
  const identity = user?.identity ?? 'not-verified';
  const hasTradePassword = info?.hasTradePassword ?? false;
  const isBound = (info?.authenticatorBoundAt ?? null) !== null;
  const recoveryCodes = info?.recoveryCodesLeft ?? 0;
  const set = (isSet: boolean) =>
    isSet ? ({ kind: 'done', text: t`Set` } as const) : ({ kind: 'review', text: t`Not set` } as const);
  const all: Protection[] = [
    {
      name: 'login-password',
      path: paths.changeLoginPassword,
      icon: Lock,
      title: t`Login password`,
      subtitle: t`Change it when somebody may know it`,
      isDone: true,
      tag: set(true),
    },
    {
      name: 'trade-password',
      path: hasTradePassword ? paths.changeTradePassword : paths.firstTradePassword,
      icon: KeyRound,
      title: t`Trade password`,
      subtitle: t`Confirms everything that leaves your account`,
      isDone: hasTradePassword,
      tag: set(hasTradePassword),
    },
    {
      name: 'authenticator',
      path: paths.authenticator,
      icon: Smartphone,
      title: t`Google Authenticator`,
      subtitle: isBound ? t`Recovery codes left: ${recoveryCodes}` : t`The second step of logging in and withdrawing`,
      isDone: isBound,
      tag: set(isBound),
    },
    {
      name: 'identity',
      path: paths.identity,
      icon: IdCard,
      title: t`Real-name verification`,
      subtitle: t`Needed before the first withdrawal`,
      isDone: identity === 'approved',
      tag: statusTexts[identity],
    },
    {
      name: 'methods',
      path: paths.withdrawalMethods,
      icon: ListChecks,
      title: t`Withdrawal whitelist`,
      subtitle: t`Withdrawals go only to what is on it`,
      isDone: methods.length > 0,
      tag: set(methods.length > 0),
    },
  ];
  return all.filter(({ path }) => isOpen(path));
}
