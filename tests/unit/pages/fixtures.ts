/** Answers as the gateway gives them, typed and later checked by the contract. */
import type { CustodyOrder } from '../../../contract/calls/custody';
import type { ExchangeQuote } from '../../../contract/calls/wallet';
import type { CallOutput } from '../../../contract/index';
import type { Handlers } from './fake-worker';

export const DAY_MS = 86_400_000;
/** 2026-11-21 06:32 UTC. */
export const NOW = Date.UTC(2026, 10, 21, 6, 32);
const TODAY = Date.UTC(2026, 10, 21);

export function orderOf(changes: Partial<CustodyOrder> = {}): CustodyOrder {
  return {
    id: '71',
    version: 3,
    planId: 'p90',
    days: 90,
    dailyRate: '0.00011',
    principal: '5000.000000',
    placed: '5000.000000',
    status: 'in-progress',
    endedBy: null,
    addedToId: null,
    startsAt: NOW - 69 * DAY_MS,
    endsAt: NOW + 21 * DAY_MS,
    freeUndoUntil: NOW - 68 * DAY_MS,
    interestPaid: '37.950000',
    interestToCome: '11.550000',
    daysPaid: 69,
    redeemNow: { principal: '5000.000000', fee: '100.000000', received: '4900.000000', interestForgone: '11.550000' },
    ...changes,
  };
}

export const ORDERS: CustodyOrder[] = [
  orderOf(),
  orderOf({
    id: '72',
    planId: 'p180',
    days: 180,
    dailyRate: '0.00014',
    principal: '4000.000000',
    placed: '4000.000000',
    startsAt: NOW - 109 * DAY_MS,
    endsAt: NOW + 71 * DAY_MS,
    interestPaid: '61.040000',
    daysPaid: 109,
  }),
  orderOf({
    id: '73',
    planId: 'p30',
    days: 30,
    dailyRate: '0.00007',
    principal: '3000.000000',
    placed: '3500.000000',
    startsAt: NOW - 3_600_000,
    endsAt: NOW + 30 * DAY_MS - 3_600_000,
    freeUndoUntil: NOW + DAY_MS - 3_600_000,
    interestPaid: '0.000000',
    daysPaid: 0,
    redeemNow: { principal: '3000.000000', fee: '0.000000', received: '3000.000000', interestForgone: '6.300000' },
  }),
];

export const ENDED: CustodyOrder[] = [
  orderOf({
    id: '60',
    status: 'expired',
    endedBy: 'maturity',
    principal: '0.000000',
    startsAt: NOW - 120 * DAY_MS,
    endsAt: NOW - 30 * DAY_MS,
    daysPaid: 90,
    interestPaid: '49.500000',
  }),
  orderOf({
    id: '61',
    status: 'expired',
    endedBy: 'redemption',
    principal: '0.000000',
    startsAt: NOW - 130 * DAY_MS,
    endsAt: NOW - 40 * DAY_MS,
    daysPaid: 12,
    interestPaid: '6.600000',
  }),
];

const CURVE = [
  24828, 24990, 24950, 25010, 24860, 25100, 25230, 25380, 25310, 25520, 25720, 26010, 26220, 26180, 25980, 26230, 26200,
  26480, 26700, 26590, 26820, 26760, 27100, 27020, 27240, 27180, 27420, 27380, 28512, 28640,
];

export const ASSETS: CallOutput<'assets'> = {
  accountId: '10',
  totalUsdt: '28640.520000',
  cash: [
    { asset: 'USDT', available: '6310.520000', held: '0.000000', total: '6310.520000', valueUsdt: '6310.520000' },
    {
      asset: 'RAB',
      available: '12500.00000000',
      held: '0.00000000',
      total: '12500.00000000',
      valueUsdt: '10330.000000',
    },
  ],
  custody: [
    { asset: 'USDT', available: '12000.000000', held: '0.000000', total: '12000.000000', valueUsdt: '12000.000000' },
  ],
  guidePrice: { price: '0.8264', source: 'reference', asOf: NOW - 3_600_000 },
  custodySummary: { runningOrders: 3, interestTotal: '98.990000', interestYesterday: '1.320000', isValid: true },
  equity: CURVE.map((total, index) => ({
    day: TODAY - (CURVE.length - 1 - index) * DAY_MS,
    totalUsdt: index === CURVE.length - 1 ? '28640.520000' : `${total}.120000`,
    flowUsdt: '0.000000',
  })),
};

export const CONFIG: CallOutput<'custodyConfig'> = {
  plans: [
    { id: 'p7', days: 7, dailyRate: '0.00004', isOpen: true, freeCapacity: '250000.000000' },
    { id: 'p30', days: 30, dailyRate: '0.00007', isOpen: true, freeCapacity: '120000.000000' },
    { id: 'p90', days: 90, dailyRate: '0.00011', isOpen: true, freeCapacity: '48000.000000' },
    { id: 'p180', days: 180, dailyRate: '0.00014', isOpen: true, freeCapacity: '80.000000' },
  ],
  minimumExclusive: '100.000000',
  redeemFeeRate: '0.02',
  freeUndoMs: DAY_MS,
  validFrom: '500.000000',
};

const KINDS = [
  'custody-interest',
  'custody-interest',
  'custody-place',
  'custody-redeem',
  'airdrop',
  'custody-interest',
  'custody-mature',
] as const;
const AMOUNTS = [
  '0.550000',
  '0.560000',
  '-3500.000000',
  '4900.000000',
  '120.00000000',
  '0.210000',
  '5000.000000',
] as const;

/** Newest first, across several months. */
export const STATEMENT: CallOutput<'accountStatement'>['items'] = Array.from({ length: 60 }, (_, index) => {
  const kind = KINDS[index % KINDS.length] ?? 'adjustment';
  const isRab = kind === 'airdrop';
  return {
    id: String(1000 - index),
    createdAt: NOW - index * 0.9 * DAY_MS,
    asset: isRab ? ('RAB' as const) : ('USDT' as const),
    kind,
    amount: AMOUNTS[index % AMOUNTS.length] ?? '0',
    balanceAfter: isRab ? '12500.00000000' : '6310.520000',
    reference: isRab ? null : '71',
    journalId: String(5000 - index),
  };
});

export const CHANGES: CallOutput<'custodyChanges'>['items'] = [
  {
    id: '9',
    orderId: '73',
    kind: 'redeemed',
    before: '3500.000000',
    after: '3000.000000',
    fee: '10.000000',
    createdAt: NOW - 1_800_000,
    journalId: '501',
  },
  {
    id: '8',
    orderId: '73',
    kind: 'placed',
    before: '0.000000',
    after: '3500.000000',
    fee: '0.000000',
    createdAt: NOW - 3_600_000,
    journalId: '500',
  },
  {
    id: '7',
    orderId: '60',
    kind: 'matured',
    before: '5000.000000',
    after: '0.000000',
    fee: '0.000000',
    createdAt: NOW - 30 * DAY_MS,
    journalId: '480',
  },
];

export const USER: CallOutput<'userInfo'> = {
  id: '1',
  nickname: '远山',
  avatar: null,
  invitationCode: 'ABCD1234',
  email: 'de***@rab.example',
  phone: null,
  level: 1,
  hasTradePassword: true,
  hasAuthenticator: false,
  identity: 'not-verified',
  accountId: '10',
  registeredAt: NOW - 200 * DAY_MS,
};

/** The page of `rows` that a cursor (an offset as text) and a limit name. */
function pageOf<T>(rows: readonly T[], { cursor, limit = 20 }: { cursor?: string; limit?: number }) {
  const from = cursor === undefined ? 0 : Number(cursor);
  const end = from + limit;
  return { items: rows.slice(from, end), nextCursor: end < rows.length ? String(end) : null };
}

/** A gateway in a good state. */
export function goodHandlers(): Handlers {
  return {
    productQuotes: () => ({ products: [] }),
    assets: () => ASSETS,
    custodyConfig: () => CONFIG,
    userInfo: () => USER,
    tradingAccounts: () => ({
      accounts: [
        {
          id: '10',
          kind: 'main',
          name: 'Main',
          totalUsdt: '28640.520000',
          isCurrent: true,
          createdAt: NOW - 200 * DAY_MS,
        },
      ],
    }),
    config: () => ({
      isDemo: true,
      timeZone: 'Asia/Shanghai',
      banners: [
        {
          id: 'b1',
          title: 'Custody with a fixed daily rate',
          text: 'Interest is reserved before you order',
          action: 'See plans',
          target: '/pages/index/index2',
        },
        {
          id: 'b2',
          title: 'RAB works offline',
          text: 'Install the app on your home screen',
          action: 'Install',
          target: '/pages/download/download',
        },
      ],
    }),
    unreadNotices: () => ({ count: 0 }),
    marquee: () => ({
      notices: [
        {
          id: 'n1',
          text: 'This is a demonstration: the data is invented and no real money is involved.',
          publishedAt: NOW - DAY_MS,
        },
        { id: 'n2', text: 'Custody interest is credited at 00:00 UTC.', publishedAt: NOW - 2 * DAY_MS },
      ],
    }),
    newsItems: () => ({
      items: [
        {
          id: '3',
          kind: 'bulletin',
          title: 'Yield pool funded for November',
          summary: 'The operator has funded the yield pool.',
          publishedAt: NOW - DAY_MS,
        },
        {
          id: '2',
          kind: 'news',
          title: 'How the daily interest is computed, step by step, with an example',
          summary: 'Interest accrues per completed 24 hours.',
          publishedAt: NOW - 3 * DAY_MS,
        },
      ],
      nextCursor: null,
    }),
    custodyOrders: (input) => {
      const rows = [...ORDERS, ...ENDED].filter((order) => input.status === undefined || order.status === input.status);
      return pageOf(rows, input);
    },
    custodyChanges: (input) =>
      pageOf(
        CHANGES.filter((row) => input.orderId === undefined || row.orderId === input.orderId),
        input,
      ),
    accountStatement: (input) =>
      pageOf(
        STATEMENT.filter(
          (row) =>
            (input.kind === undefined || row.kind === input.kind) &&
            (input.asset === undefined || row.asset === input.asset),
        ),
        input,
      ),
    custodyQuote: ({ amount }) => ({
      amount: `${amount.split('.')[0]}.000000`,
      fee: '0.000000',
      interestPerDay: '0.110000',
      interestTotal: '9.900000',
      startsAt: NOW,
      endsAt: NOW + 90 * DAY_MS,
      principalReturned: `${amount.split('.')[0]}.000000`,
      redeemFeeRate: '0.02',
      freeUndoUntil: NOW + DAY_MS,
      available: '6310.520000',
      freeCapacity: '48000.000000',
    }),
    redemptionQuote: ({ amount }) => ({
      version: 3,
      principal: `${amount.split('.')[0]}.000000`,
      fee: amount.startsWith('5000') ? '100.000000' : '20.000000',
      received: amount.startsWith('5000') ? '4900.000000' : '980.000000',
      interestForgone: '11.550000',
      remaining: amount.startsWith('5000') ? '0.000000' : '4000.000000',
      isFreeUndo: false,
    }),
    createCustodyOrder: ({ amount, planId }) => ({
      order: orderOf({
        id: '99',
        planId,
        principal: `${amount}.000000`,
        placed: `${amount}.000000`,
        version: 1,
        startsAt: NOW,
        endsAt: NOW + 90 * DAY_MS,
      }),
      journalId: '777',
    }),
    redeemCustodyOrder: ({ amount }) => ({
      order: orderOf({ principal: '0.000000', status: 'expired', endedBy: 'redemption', version: 4 }),
      redeemed: { principal: amount, fee: '100.000000', received: '4900.000000', interestForgone: '11.550000' },
      journalId: '778',
    }),
  };
}

/** Holds longer than any test takes. */
export const EXCHANGE_QUOTE: ExchangeQuote = {
  id: '7',
  from: 'USDT',
  to: 'RAB',
  given: '80.000000',
  received: '636.81592039',
  rate: '0.125625',
  guidePrice: { price: '0.125000', source: 'demo', asOf: NOW },
  spread: '0.0050000000',
  expiresAt: NOW + 15_000,
  validMs: 3_600_000,
};
