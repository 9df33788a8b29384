import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import IncomePage from '../../../../src/pages/records/Income';
import { sumsOf } from '../../../../src/pages/records/Income/income';
import { FakeWorker } from '../fake-worker';
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
const TYPES: CallOutput<'incomeTypes'>['types'] = [
  { type: 'static', count: 41, totals: [{ asset: 'USDT', amount: '22.550000' }], pending: [] },
  { type: 'airdrop', count: 1, totals: [{ asset: 'RAB', amount: '12.50000000' }], pending: [] },
];

function show(): FakeWorker {
  const worker = new FakeWorker({
    incomes: () => ({ items: [INTEREST, AIRDROP], nextCursor: null }),
    incomeTypes: () => ({ types: TYPES }),
  });
  open(IncomePage, worker);
  return worker;
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

  it('of one type is looked for on the device, so that it is there offline', async () => {
    const worker = show();
    await untilText('42 records');
    const chip = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Airdrop');
    await act(async () => chip?.querySelector('input')?.click());
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
  });
  expect(sumsOf(TYPES, 'dynamic')).toEqual({ count: 0, totals: [{ asset: 'USDT', amount: '0.000000' }] });
});
