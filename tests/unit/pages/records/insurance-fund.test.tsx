import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import InsuranceFund from '../../../../src/pages/records/InsuranceFund';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { open, tap, text, untilText } from '../support';

const DAY_MS = 86_400_000;
const DAY = Date.UTC(2026, 10, 20);
const FUND = {
  balance: '3.350001',
  inflow: '5.100001',
  paid: '1.750000',
  feeRate: '0.05',
  curve: [
    { day: DAY - DAY_MS, balance: '1.600000' },
    { day: DAY, balance: '3.350001' },
  ],
};

function show(more: Handlers = {}): FakeWorker {
  const worker = new FakeWorker({
    insuranceFund: () => FUND,
    insuranceInflows: () => ({
      items: [
        {
          id: '2026-11-20',
          day: DAY,
          amount: '1.500000',
          sources: [
            { source: 'withdrawal', amount: '1.000000', count: 1_200 },
            { source: 'otc-rab', amount: '0.500000', count: 2 },
          ],
        },
      ],
      nextCursor: null,
    }),
    insurancePayouts: () => ({
      items: [
        { id: '2', createdAt: DAY, amount: '1.250000', reason: 'Double charge of 12 May', to: 'user', journalId: '41' },
      ],
      nextCursor: null,
    }),
    ...more,
  });
  open(InsuranceFund, worker);
  return worker;
}

describe('the insurance fund', () => {
  beforeEach(() => appHistory.replace(paths.insuranceFund));

  it('tells balance, sums and rules, and that it is no guarantee', async () => {
    show();
    await untilText('3.35 USDT', '5.100001 USDT', '1.750000 USDT', '5.00% of every fee', 'not a guarantee');
  });

  it('has a curve that is a sentence, and a table', async () => {
    show();
    await untilText('View as table');
    expect(document.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
      'Balance of the fund from Nov 19, 2026 to Nov 20, 2026: from 1.60 to 3.35 USDT, lowest 1.60, highest 3.35',
    );
    await tap('View as table');
    await untilText('Balance by day', '1.600000', '3.350001');
  });

  it('lists inflows by day, each with its sources', async () => {
    show();
    await untilText('Fees of withdrawals+1', '1.500000 USDT');
    await tap('Nov 20, 20261.5');
    await untilText('Fees of withdrawals (1,200)', '1.000000 USDT', 'Fees of the RAB market (2)', '0.500000 USDT');
  });

  it('lists payouts with their reason, and the choice stands in the address', async () => {
    show();
    await untilText('Fees of withdrawals');
    const chip = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Payouts');
    await act(async () => chip?.querySelector('input')?.click());
    await untilText('Double charge of 12 May', 'To a user');
    expect(appHistory.address.search).toBe('list=payouts');
    await tap('Double charge of 12 May');
    await untilText('Recipient', 'Journal41');
  });

  it('is empty at first, and shows an error in place of what failed', async () => {
    show({
      insuranceFund: () => refusal('network'),
      insuranceInflows: () => ({ items: [], nextCursor: null }),
    });
    await untilText('Retry', 'The fund’s part of fees appears here by day.');
    expect(text()).not.toContain('not a guarantee');
  });
});
