/** A person's account, as the tests of several screens look at it. */
import { custodyConfig, custodyOrder, type CustodyOrder } from '../../../contract/calls/custody';
import { assets, userInfo } from '../../../contract/calls/profile';
import { exchangeQuote } from '../../../contract/calls/wallet';
import { plainest, type Part } from '../support/plainest';
import type { Handlers } from './fake-worker';

export const DAY_MS = 86_400_000;
/** 2026-11-21 06:32 UTC. */
export const NOW = Date.UTC(2026, 10, 21, 6, 32);
const TODAY = Date.UTC(2026, 10, 21);

/** The 69th of 90 days. */
export const orderOf = (changes: Part<CustodyOrder> = {}): CustodyOrder =>
  plainest(custodyOrder, {
    id: '71',
    version: 3,
    planId: 'p90',
    days: 90,
    principal: '5000.000000',
    placed: '5000.000000',
    startsAt: NOW - 69 * DAY_MS,
    endsAt: NOW + 21 * DAY_MS,
    interestToCome: '11.550000',
    daysPaid: 69,
    redeemNow: { principal: '5000.000000', fee: '100.000000', received: '4900.000000', interestForgone: '11.550000' },
    ...changes,
  });

const ORDERS = [
  orderOf(),
  orderOf({ id: '72' }),
  orderOf({ id: '60', status: 'expired', endedBy: 'maturity', principal: '0.000000', daysPaid: 90 }),
];

const CURVE = [
  24828, 24990, 24950, 25010, 24860, 25100, 25230, 25380, 25310, 25520, 25720, 26010, 26220, 26180, 25980, 26230, 26200,
  26480, 26700, 26590, 26820, 26760, 27100, 27020, 27240, 27180, 27420, 27380, 28512,
];
const cashOf = (asset: 'USDT' | 'RAB', total: string, valueUsdt = total) => ({
  asset,
  available: total,
  total,
  valueUsdt,
});

export const ASSETS = plainest(assets.output, {
  accountId: '10',
  totalUsdt: '28640.520000',
  cash: [cashOf('USDT', '6310.520000'), cashOf('RAB', '12500.00000000', '10330.000000')],
  custody: [cashOf('USDT', '12000.000000')],
  guidePrice: { price: '0.8264', source: 'reference', asOf: NOW - 3_600_000 },
  custodySummary: { runningOrders: 3, interestTotal: '98.990000' },
  equity: [...CURVE.map((total) => `${total}.120000`), '28640.520000'].map((totalUsdt, index) => ({
    day: TODAY - (CURVE.length - index) * DAY_MS,
    totalUsdt,
  })),
});

export const CONFIG = plainest(custodyConfig.output, {
  plans: [
    { id: 'p7', days: 7, isOpen: true, freeCapacity: '250000.000000' },
    { id: 'p90', days: 90, isOpen: true, freeCapacity: '48000.000000' },
    { id: 'p180', days: 180, isOpen: true, freeCapacity: '80.000000' },
  ],
  minimumExclusive: '100.000000',
  redeemFeeRate: '0.02',
  freeUndoMs: DAY_MS,
});

const interest = (id: string) => ({
  id,
  createdAt: NOW - (1_000 - Number(id)) * DAY_MS,
  kind: 'custody-interest' as const,
  amount: '0.550000',
});
/** Newest first. */
const STATEMENT = [
  interest('1000'),
  {
    ...interest('999'),
    kind: 'custody-place' as const,
    amount: '-3500.000000',
    reference: '71',
    journalId: '4998',
  },
  interest('998'),
];

export const USER = plainest(userInfo.output, {
  id: '1',
  nickname: '远山',
  invitationCode: 'ABCD1234',
  email: 'de***@rab.example',
  hasTradePassword: true,
  accountId: '10',
});

/** A gateway in a good state. */
export function goodHandlers(): Handlers {
  return {
    productQuotes: () => ({}),
    assets: () => ASSETS,
    custodyConfig: () => CONFIG,
    userInfo: () => USER,
    tradingAccounts: () => ({ accounts: [{ id: '10', name: 'Main', isCurrent: true }] }),
    config: () => ({ isDemo: true, timeZone: 'Asia/Shanghai' }),
    unreadNotices: () => ({ count: 0 }),
    marquee: () => ({
      notices: [
        { id: 'n1', text: 'This is a demonstration', publishedAt: NOW - DAY_MS },
        { id: 'n2', text: 'Custody interest is credited at 00:00 UTC.', publishedAt: NOW - 2 * DAY_MS },
      ],
    }),
    newsItems: () => ({
      items: [
        { id: '3', kind: 'bulletin', title: 'Yield pool funded for November', publishedAt: NOW - DAY_MS },
        { id: '2', kind: 'news', title: 'How the daily interest is computed', publishedAt: NOW - 3 * DAY_MS },
      ],
    }),
    // A cursor is an offset as text.
    custodyOrders: ({ status, cursor = '0', limit = 20 }) => {
      const rows = ORDERS.filter((order) => status === undefined || order.status === status);
      const end = Number(cursor) + limit;
      return { items: rows.slice(Number(cursor), end), nextCursor: end < rows.length ? String(end) : null };
    },
    accountStatement: ({ kind }) => ({
      items: STATEMENT.filter((row) => kind === undefined || row.kind === kind),
    }),
    custodyQuote: () => ({ interestTotal: '9.900000', available: '6310.520000', freeCapacity: '48000.000000' }),
    redemptionQuote: ({ amount }) => ({
      version: 3,
      principal: amount,
      fee: '100.000000',
      received: '4900.000000',
      interestForgone: '11.550000',
    }),
  };
}

/** Holds longer than any test takes. */
export const EXCHANGE_QUOTE = plainest(exchangeQuote.output, {
  id: '7',
  from: 'USDT',
  to: 'RAB',
  given: '80.000000',
  received: '636.81592039',
  rate: '0.125625',
  guidePrice: { price: '0.125000', source: 'demo', asOf: NOW },
  spread: '0.0050000000',
  validMs: 3_600_000,
});
