import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { StorageReport } from '../../../bridge/types';
import type { KeyValueRow } from '../../../components/KeyValue';
import { formatMegabytes, formatSize } from '../../../format/bytes';
import { useLocale } from '../../../i18n/useLocale';

/** Kinds of cached records in words. A kind is the name of the call that answered them, or of what the worker keeps besides. */
export const KINDS: Record<string, MessageDescriptor> = {
  assets: msg`Balances`,
  equityHistory: msg`Equity curve`,
  userInfo: msg`Profile`,
  avatars: msg`Avatars`,
  tradingAccounts: msg`Accounts`,
  accountStatement: msg`Account statement`,
  deliverySlips: msg`Settlement slips`,
  deliverySlip: msg`Price paths of slips`,
  deliverySlipTotals: msg`Totals of slips`,
  incomes: msg`Income`,
  incomeTypes: msg`Kinds of income`,
  incomeSeries: msg`Income by day`,
  dividendInfo: msg`AI dividend`,
  dividendReleases: msg`Releases of the AI dividend`,
  insuranceFund: msg`Insurance fund`,
  insuranceInflows: msg`Inflows of the insurance fund`,
  insurancePayouts: msg`Payouts of the insurance fund`,
  securityInfo: msg`Security centre`,
  sessions: msg`Devices`,
  realNameVerification: msg`Real-name verification`,
  withdrawalMethods: msg`Withdrawal methods`,

  custodyConfig: msg`Custody plans`,
  custodyOrders: msg`Custody orders`,
  custodyChanges: msg`Custody changes`,

  teamInfo: msg`Team`,
  teamDays: msg`New custody of the team`,
  teamMembers: msg`Members`,
  levelProgress: msg`Level`,
  levelChanges: msg`Level changes`,

  machineModels: msg`Mining machines`,
  machineInfo: msg`Mining machine`,
  miningRecords: msg`Mining records`,
  miningSummary: msg`Output so far`,
  miningDays: msg`Output of a day`,
  machineTickets: msg`Tickets`,

  depositAddresses: msg`Deposit addresses`,
  deposits: msg`Deposits`,
  withdrawalConfig: msg`Terms of withdrawals`,
  withdrawals: msg`Withdrawals`,
  exchangeFigures: msg`Terms of exchange`,
  exchanges: msg`Exchanges`,

  otcFigures: msg`Terms of trading`,
  rabGuideHistory: msg`Guide price`,
  rabLots: msg`RAB market`,
  rabBuyOrders: msg`My RAB purchases`,
  rabSellOrders: msg`My RAB sales`,
  rabOrder: msg`RAB orders`,
  sellOffers: msg`USDT market: buy`,
  buyOffers: msg`USDT market: sell`,
  usdtPurchases: msg`My USDT purchases`,
  usdtSales: msg`My USDT sales`,
  usdtOffer: msg`USDT offers`,
  usdtTrade: msg`USDT trades`,
  tradeMessages: msg`Chats of trades`,
  feedbackItems: msg`Feedback`,
  counterparty: msg`Traders`,
  toldNotices: msg`Notifications`,
  unreadNotices: msg`Unread notifications`,
  tellingPreferences: msg`Notification settings`,

  mapTiles: msg`Source of maps`,
  newsItems: msg`News`,
  newsItem: msg`News`,
  readMarks: msg`News`,
  contentImage: msg`Images`,
  commonQuestions: msg`Common questions`,
  communityLinks: msg`Community`,
  documents: msg`Documents`,
  documentFile: msg`Documents`,
  mandatoryNotices: msg`Notices`,
  serviceConversations: msg`Customer service`,
  serviceMessages: msg`Customer service`,
  serviceUnread: msg`Customer service`,
  productQuotes: msg`Markets`,
  productQuote: msg`Markets`,
  marquee: msg`Notices`,
  config: msg`App configuration`,
  languages: msg`Languages`,
  homePicture: msg`Picture of Home`,
};

/** The cached records per name, which several kinds may share: how many, and about how much. */
export function useRecordRows(report: StorageReport | null): KeyValueRow[] {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  if (!report) return [{ label: t`Records`, value: t`Cannot be counted right now` }];
  const number = new Intl.NumberFormat(locale);
  const amount = (count: number, bytes: number) => `${number.format(count)} · ${formatSize(bytes, locale)}`;
  const others = t`Other records`;
  const kept = new Map<string, { count: number; bytes: number }>();
  for (const { kind, count, bytes } of report.rows) {
    const name = KINDS[kind];
    const label = name ? i18n._(name) : others;
    const sum = kept.get(label) ?? { count: 0, bytes: 0 };
    kept.set(label, { count: sum.count + count, bytes: sum.bytes + bytes });
  }
  // The unnamed rest comes last.
  const rows = [...kept]
    .filter(([, { count }]) => count > 0)
    .sort(([a, { bytes }], [b, other]) => Number(a === others) - Number(b === others) || other.bytes - bytes)
    .map(([label, { count, bytes }]): KeyValueRow => ({ label, value: amount(count, bytes) }));
  return rows.length > 0 ? rows : [{ label: t`Records`, value: t`None` }];
}

/** Returns rows on the app's files, the space as the browser tells it, and how safe the kept data is. */
export function useSpaceRows(report: StorageReport): KeyValueRow[] {
  const { t } = useLingui();
  const locale = useLocale();
  const { appFiles, usageBytes, quotaBytes, isPersisted, isSealed } = report;
  const rows: KeyValueRow[] = [];
  if (appFiles) rows.push({ label: t`App files`, value: formatSize(appFiles.bytes, locale) });
  if (usageBytes !== null) rows.push({ label: t`Space used`, value: formatSize(usageBytes, locale) });
  if (quotaBytes !== null) rows.push({ label: t`Space allowed`, value: formatMegabytes(quotaBytes, locale) });
  if (isPersisted !== null) {
    const value = isPersisted ? t`Kept until you remove it` : t`May be removed by the browser when space is short`;
    rows.push({ label: t`Persistence`, value });
  }
  rows.push({ label: t`Encryption`, value: isSealed ? t`Records are encrypted` : t`Not possible in this browser` });
  return rows;
}
