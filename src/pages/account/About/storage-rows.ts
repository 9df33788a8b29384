import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { StorageReport } from '../../../bridge/types';
import type { KeyValueRow } from '../../../components/KeyValue';
import { formatMegabytes } from '../../../format/bytes';
import { useLocale } from '../../../i18n/useLocale';

/** Kinds of cached records in words. A kind is the name of the call that answered them. */
const KINDS: Record<string, MessageDescriptor> = {
  assets: msg`Balances`,
  userInfo: msg`Profile`,
  accountList: msg`Accounts`,
  accountStatement: msg`Account statement`,
  hostingConfig: msg`Custody plans`,
  hostingOrder: msg`Custody orders`,
  hostingOperatorLog: msg`Custody changes`,
  newsList: msg`News`,
  marquee: msg`Notices`,
  config: msg`App configuration`,
  lang: msg`Languages`,
};

/** The storage report as rows: records per kind, then what the browser says of the space. */
export function useStorageRows(report: StorageReport | null | undefined): KeyValueRow[] {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  if (!report) return [{ label: t`Records`, value: t`Cannot be counted right now` }];
  const number = new Intl.NumberFormat(locale);
  const known = report.rows.filter(({ kind, count }) => count > 0 && kind in KINDS);
  const rest = report.rows.filter(({ kind }) => !(kind in KINDS)).reduce((sum, { count }) => sum + count, 0);
  const rows: KeyValueRow[] = known.map(({ kind, count }) => {
    const label = KINDS[kind];
    return { label: label ? i18n._(label) : kind, value: number.format(count) };
  });
  if (rest > 0) rows.push({ label: t`Other records`, value: number.format(rest) });
  if (rows.length === 0) rows.push({ label: t`Records`, value: t`None` });
  if (report.usageBytes !== null)
    rows.push({ label: t`Space used`, value: formatMegabytes(report.usageBytes, locale) });
  if (report.quotaBytes !== null)
    rows.push({ label: t`Space allowed`, value: formatMegabytes(report.quotaBytes, locale) });
  if (report.isPersisted !== null) {
    const value = report.isPersisted
      ? t`Kept until you remove it`
      : t`May be removed by the browser when space is short`;
    rows.push({ label: t`Persistence`, value });
  }
  rows.push({
    label: t`Encryption`,
    value: report.isSealed ? t`Records are encrypted` : t`Not possible in this browser`,
  });
  return rows;
}
