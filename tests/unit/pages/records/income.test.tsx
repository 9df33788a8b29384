import { beforeEach, describe, expect, it } from 'vitest';
import { incomes } from '../../../../contract/calls/income';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import IncomePage from '../../../../src/pages/records/Income';
import { assetsOf, barsOf } from '../../../../src/pages/records/Income/series';
import { type Part, plainest } from '../../support/plainest';
import { type Handlers } from '../fake-worker';
import { choose, opened, tap, text, until, untilText } from '../support';

type Income = CallOutput<'incomes'>['items'][number];

const AT = Date.UTC(2026, 10, 20, 8, 30);
const incomeOf = (given: Part<Income>): Income =>
  plainest(incomes.output, {
    items: [{ createdAt: AT, status: 'credited', asset: 'USDT', arrivedAt: AT, journalId: '31', ...given }],
  }).items[0] as Income;

const INTEREST = incomeOf({
  id: '7',
  type: 'static',
  amount: '0.550000',
  pool: 'custody-reserve',
  lineage: { source: 'custody-interest', orderId: '3', day: 12, principal: '5000.000000', dailyRate: '0.00011' },
});
const AIRDROP = incomeOf({
  id: '6',
  type: 'airdrop',
  asset: 'RAB',
  amount: '12.50000000',
  pool: 'airdrop-pool',
  lineage: { source: 'airdrop', list: 'spring', recipients: 1_200, total: '15000.00000000' },
});
const FEE = incomeOf({
  id: '8',
  type: 'promotion',
  amount: '2.000000',
  pool: 'promotion-pool',
  lineage: {
    source: 'promotion-fee',
    fee: '20.000000',
    feeSource: 'custody-redeem',
    rate: '0.1000000000',
    feeJournalId: '43',
  },
});
const WAITING: Income = { ...FEE, id: '9', status: 'pending-credit', reason: 'pool-empty', arrivedAt: null };
const OUTPUT = incomeOf({
  id: '10',
  type: 'static',
  amount: '1.800000',
  pool: 'mining-pool',
  lineage: {
    source: 'machine-output',
    machineId: '17',
    hashrate: 100,
    totalHashrate: 5_000,
    receipts: '100.000000',
    serviceFeeRate: '0.1',
    serviceFee: '10.000000',
    output: '90.000000',
  },
});
const DIVIDEND = incomeOf({
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
});
const UNKNOWN = incomeOf({ id: '12', type: 'dynamic', amount: '0.550000' });
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

const show = (items: Income[] = [INTEREST, AIRDROP], others: Handlers = {}) =>
  opened(IncomePage, {
    incomes: () => ({ items }),
    incomeTypes: () => ({ types: TYPES }),
    incomeSeries: () => SERIES,
    ...others,
  });

describe('the income list', () => {
  beforeEach(() => appHistory.replace(paths.income));

  it('opens the lineage of an interest: pool, formula, figures, order and journal', async () => {
    show();
    await untilText('Custody interest', '42 records', '+22.550000 USDT', '+12.50000000 RAB');
    await tap('Custody interest');
    await untilText('Custody reserve, filled from the yield pool', 'principal × daily rate × 1 day');
    await untilText('5,000.000000 USDT', ' × 0.011% × 1', 'Day of the order', '12', 'Journal31', 'Open the order');
  });

  it.each<[string, Income, string, string[]]>([
    [
      'a share of a fee: the fee, who paid it, the rate and both journals',
      FEE,
      'Fee of generation 1',
      ['20.000000 USDT', ' × 10.00%', 'Redemption', 'Somebody of generation 1', 'Journal of the fee43', 'Journal31'],
    ],
    [
      'a machine’s output: the day’s receipts, the service fee and both hash rates',
      OUTPUT,
      'Machine output',
      ['90.000000 USDT', ' × 100 T ÷ 5,000 T', '100.000000 USDT', '10.000000 USDT', ' · 10.00%', 'Machine17'],
    ],
    [
      'a dividend: the declared sum, the period and both counts of days',
      DIVIDEND,
      'AI dividend',
      ['1,000.000000 USDT', ' × 30 ÷ 6,000', 'Oct 1, 2026 – Oct 31, 2026', 'Declaration3'],
    ],
    ['an airdrop: the published list', AIRDROP, 'Airdrop', ['Credited', 'spring', '1,200', '15,000.00000000 RAB']],
    ['a later gateway’s kind by its type alone', UNKNOWN, 'Dynamic income', ['Credited', 'Journal31']],
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
