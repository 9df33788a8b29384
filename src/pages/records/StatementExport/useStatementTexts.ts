import { useLingui } from '@lingui/react/macro';
import { tradingAccounts, userInfo } from '../../../../contract/calls/profile';
import type { RecordTexts, StatementTexts } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { LOCALE_INFO } from '../../../i18n/locales';
import { useLocale } from '../../../i18n/useLocale';
import { KIND_NAMES, type StatementAccount, type StatementKind } from '../statement';

/** Returns the owner's name for the statement: the masked address, and the name of a sub-account. */
function useOwner(): string {
  const user = useCall(userInfo, {}).data;
  const accounts = useCall(tradingAccounts, {}).data?.accounts;
  const current = accounts?.find(({ isCurrent }) => isCurrent);
  const address = user?.email ?? user?.phone ?? '';
  return [address, current?.kind === 'sub' ? current.name : ''].filter((part) => part !== '').join(' · ');
}

/** The words of every file. Parts that the worker fills in stay in braces. */
export function useFileTexts(title: string): Omit<RecordTexts, 'total'> {
  const { t } = useLingui();
  const locale = useLocale();
  const owner = useOwner();
  const [from, to, zone, time, page, pages] = ['{from}', '{to}', '{zone}', '{time}', '{page}', '{pages}'];
  return {
    lang: LOCALE_INFO[locale].bcp47,
    fonts: getComputedStyle(document.body).fontFamily,
    title,
    owner: owner === '' ? t`Account` : t`Account: ${owner}`,
    period: t`Period: ${from} – ${to} (${zone})`,
    asOf: t`Data as of ${time}`,
    incomplete: t`Incomplete: nothing from before ${time} was on the device`,
    noRecords: t`No records in this period`,
    page: t`Page ${page} of ${pages}`,
  };
}

/** The words of a statement's file. */
export function useStatementTexts(account: StatementAccount): StatementTexts {
  const { t } = useLingui();
  const common = useFileTexts(account === 'cash' ? t`Cash statement` : t`Custody statement`);
  const kinds = Object.entries(KIND_NAMES) as [StatementKind, (typeof KIND_NAMES)[StatementKind]][];
  return {
    ...common,
    columns: {
      time: t`Time`,
      asset: t`Asset`,
      kind: t`Kind`,
      amount: t`Amount`,
      balance: t`Balance after it`,
      reference: t`Reference`,
      journal: t`Journal`,
    },
    kinds: Object.fromEntries(kinds.map(([kind, name]) => [kind, t(name)])),
    opening: t`Opening balance`,
    moneyIn: t`In`,
    moneyOut: t`Out`,
    closing: t`Closing balance`,
  };
}
