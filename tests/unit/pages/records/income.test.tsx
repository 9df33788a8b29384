import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import IncomePage from '../../../../src/pages/records/Income';
import { sumsOf } from '../../../../src/pages/records/Income/income';
import { assetsOf, barsOf } from '../../../../src/pages/records/Income/series';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { open, tap, text, until, untilText } from '../support';

type Income = CallOutput<'incomes'>['items'][number];

const AT = Date.UTC(2026, 10, 20, 8, 30);
const INTEREST: Income = {
  id: '7',
  createdAt: AT,
  type: 'static',
  status: 'credited',
  reason: null,
  asset: 'USDT',
  amount: '0.550000',
  incomeAt: AT - 60_000,
  arrivedAt: AT,
  pool: 'custody-reserve',
  journalId: '31',
  lineage: { source: 'custody-interest', orderId: '3', day: 12, principal: '5000.000000', dailyRate: '0.00011' },
};
const AIRDROP: Income = {
  ...INTEREST,
  id: '6',
  type: 'airdrop',
  asset: 'RAB',
  amount: '12.50000000',
  pool: 'airdrop-pool',
  journalId: '30',
  lineage: { source: 'airdrop', list: 'spring', publishedAt: AT, recipients: 1_200, total: '15000.00000000' },
};
const FEE: Income = {
  ...INTEREST,
  id: '8',
  type: 'promotion',
  amount: '2.000000',
  pool: 'promotion-pool',
  journalId: '44',
  lineage: {
    source: 'promotion-fee',
    fee: '20.000000',
    feeSource: 'custody-redeem',
    rate: '0.1000000000',
    feeJournalId: '43',
  },
};
const WAITING: Income = {
  ...FEE,
  id: '9',
  status: 'pending-credit',
  reason: 'pool-empty',
  arrivedAt: null,
  journalId: null,
};
const OUTPUT: Income = {
  ...INTEREST,
  id: '10',
  amount: '1.800000',
  pool: 'mining-pool',
  lineage: {
    source: 'machine-output',
    receiptId: '5',
    machineId: '17',
    day: Date.UTC(2026, 10, 19),
    hashrate: 100,
    totalHashrate: 5_000,
    receipts: '100.000000',
    serviceFeeRate: '0.1',
    serviceFee: '10.000000',
    output: '90.000000',
  },
};
const DIVIDEND: Income = {
  ...INTEREST,
  id: '11',
  type: 'dividend',
  amount: '5.000000',
  pool: 'dividend-pool',
  lineage: {
    source: 'dividend',
    declarationId: '3',
    from: Date.UTC(2026, 9, 1),
    until: Date.UTC(2026, 10, 1),
    custodyDays: '30',
    totalDays: '6000',
    total: '1000.000000',
  },
};
const UNKNOWN: Income = { ...INTEREST, id: '12', type: 'dynamic', pool: null, lineage: null };
const DAY = Date.UTC(2026, 10, 20);
const SERIES: CallOutput<'incomeSeries'> = {
  today: DAY,
  points: [
    { day: DAY - 40 * 86_400_000, type: 'static', asset: 'USDT', amount: '9.000000' },
    { day: DAY - 86_400_000, type: 'static', asset: 'USDT', amount: '0.550000' },
    { day: DAY - 86_400_000, type: 'promotion', asset: 'USDT', amount: '2.000000' },
    { day: DAY, type: 'static', asset: 'USDT', amount: '0.550001' },
    { day: DAY, type: 'airdrop', asset: 'RAB', amount: '12.50000000' },
  ],
};
const TYPES: CallOutput<'incomeTypes'>['types'] = [
  { type: 'static', count: 41, totals: [{ asset: 'USDT', amount: '22.550000' }], pending: [] },
  { type: 'airdrop', count: 1, totals: [{ asset: 'RAB', amount: '12.50000000' }], pending: [] },
];

function show(items: Income[] = [INTEREST, AIRDROP], others: Handlers = {}): FakeWorker {
  const worker = new FakeWorker({
    incomes: () => ({ items, nextCursor: null }),
    incomeTypes: () => ({ types: TYPES }),
    incomeSeries: () => SERIES,
    ...others,
  });
  open(IncomePage, worker);
  return worker;
}

async function choose(label: string): Promise<void> {
  const chip = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  await act(async () => chip?.querySelector('input')?.click());
}

describe('the income list', () => {
  beforeEach(() => appHistory.replace(paths.income));

  it('opens the lineage of an interest: pool, formula, figures, order and journal', async () => {
    show();
    await untilText('Custody interest', '42 records', '+22.550000 USDT', '+12.50000000 RAB');
    await tap('Custody interest');
    await untilText('Custody reserve, filled from the yield pool', 'principal × daily rate × 1 day');
    await untilText('5,000.000000 USDT', ' × 0.011% × 1', 'Day of the order', '12', 'Journal31', 'Open the order');
  });

  it('opens the lineage of an airdrop: the published list', async () => {
    show();
    await untilText('+12.50000000 RAB');
    await tap('Airdrop+12.5');
    await untilText('Credited', 'The amount on the published list', 'spring', '1,200', '15,000.00000000 RAB');
  });

  it.each<[string, Income, string, string[]]>([
    [
      'a share of a fee: the fee, who paid it, the rate and both journals',
      FEE,
      'Fee of generation 1',
      [
        '20.000000 USDT',
        ' × 10.00%',
        'Redemption',
        'Somebody of generation 1',
        'Promotion pool',
        'Journal of the fee43',
        'Journal44',
      ],
    ],
    [
      'a machine’s output: the day’s receipts, the service fee and both hash rates',
      OUTPUT,
      'Machine output',
      [
        '90.000000 USDT',
        ' × 100 T ÷ 5,000 T',
        '100.000000 USDT',
        '10.000000 USDT',
        ' · 10.00%',
        'Mining pool',
        'Machine17',
      ],
    ],
    [
      'a dividend: the declared sum, the period and both counts of days',
      DIVIDEND,
      'AI dividend',
      ['1,000.000000 USDT', ' × 30 ÷ 6,000', 'Oct 1, 2026 – Oct 31, 2026', 'Declaration3'],
    ],
    [
      'a later gateway’s kind by its type alone',
      UNKNOWN,
      'Dynamic income',
      ['Dynamic income', 'Credited', 'Journal31'],
    ],
  ])('opens the lineage of %s', async (_name, income, title, texts) => {
    show([income]);
    await untilText(`${title}+`);
    await tap(`${title}+`);
    await untilText('Amount', ...texts);
  });

  it('says on the row and in the sheet why an income waits', async () => {
    show([WAITING], {
      incomeTypes: () => ({
        types: [{ type: 'promotion', count: 1, totals: [], pending: [{ asset: 'USDT', amount: '2.000000' }] }],
      }),
    });
    await untilText('0.000000 USDT', 'Pending credit+2.000000 USDT', 'Waits for its pool');
    await tap('Fee of generation 1+');
    await untilText(
      'Pending credit',
      'The pool does not hold enough. Once it is filled, it pays the oldest incomes first.',
    );
    expect(text()).not.toContain('Arrived');
  });

  it('draws the income of 30 or 90 days by type, and tells it as a sentence and as a table', async () => {
    show();
    await untilText('Income by day', 'Static income+1.100001 USDT', 'Promotion+2.000000 USDT');
    const drawing = () => document.querySelector('[role="img"]');
    expect(drawing()?.getAttribute('aria-label')).toBe(
      'Income from Oct 22, 2026 to Nov 20, 2026: 3.100001 USDT in all, most of it on Nov 19, 2026 with 2.550000',
    );
    expect(drawing()?.querySelectorAll('rect')).toHaveLength(3);
    await tap('View as table');
    const rows = () => [...document.querySelectorAll('dialog tr')].map((row) => row.textContent);
    await until(() =>
      expect(rows()).toEqual([
        'Day (UTC)TypeUSDT',
        expect.stringContaining('Nov 20, 2026Static income0.550001'),
        expect.stringContaining('Nov 19, 2026Static income0.550000'),
        expect.stringContaining('Promotion2.000000'),
      ]),
    );
    await tap('Close');
    await choose('90 days');
    await untilText('Static income+10.100001 USDT');
    await choose('RAB');
    await untilText('Airdrop+12.50000000 RAB');
    expect(drawing()?.querySelectorAll('rect')).toHaveLength(1);
    await choose('Promotion');
    await untilText('No income was credited for these days.');
    expect(text()).not.toContain('View as table');
  });

  it('keeps the list when the series cannot be read', async () => {
    show([INTEREST], { incomeSeries: () => refusal('internal') });
    await untilText('Custody interest', 'Retry');
  });

  it('of one type is looked for on the device, so that it is there offline', async () => {
    const worker = show();
    await untilText('42 records');
    await choose('Airdrop');
    await until(() => expect(worker.searches.at(-1)?.request.query).toEqual({ tag: 'airdrop' }));
    await until(() => expect(text()).not.toContain('Custody interest'));
    await untilText('1 record', '12.50000000 RAB');
    expect(appHistory.address.search).toBe('type=airdrop');
  });
});

it('sums of all types are by asset; of none there is nothing of USDT', () => {
  expect(
    sumsOf(
      [...TYPES, { type: 'dividend', count: 2, totals: [{ asset: 'USDT', amount: '0.450000' }], pending: [] }],
      'all',
    ),
  ).toEqual({
    count: 44,
    totals: [
      { asset: 'USDT', amount: '23.000000' },
      { asset: 'RAB', amount: '12.50000000' },
    ],
    pending: [],
  });
  expect(sumsOf(TYPES, 'dynamic')).toEqual({
    count: 0,
    totals: [{ asset: 'USDT', amount: '0.000000' }],
    pending: [],
  });
});

it('bars are exact: the parts of all days sum to the totals, the highest day is the whole height, and days without income stay', () => {
  const { bars, totals, total, highest } = barsOf(SERIES, { period: '90', asset: 'USDT', type: 'all' });
  expect([bars.length, bars[0]?.day, bars.at(-1)?.day]).toEqual([90, DAY - 89 * 86_400_000, DAY]);
  expect([total, totals]).toEqual([
    '12.100001',
    [
      { type: 'static', amount: '10.100001' },
      { type: 'promotion', amount: '2.000000' },
    ],
  ]);
  expect(highest).toEqual({
    day: DAY - 40 * 86_400_000,
    amount: '9.000000',
    parts: [{ type: 'static', amount: '9.000000', height: 1000 }],
  });
  expect(bars.at(-2)?.parts.map(({ type, height }) => [type, height])).toEqual([
    ['static', 61],
    ['promotion', 222],
  ]);
  expect(bars.filter(({ parts }) => parts.length === 0)).toHaveLength(87);
  expect([assetsOf(SERIES), assetsOf({ today: DAY, points: [] })]).toEqual([['USDT', 'RAB'], ['USDT']]);
});
