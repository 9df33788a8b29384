import { beforeEach, describe, expect, it } from 'vitest';
import type { DividendShare } from '../../../../contract/calls/dividends';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { currentToast } from '../../../../src/components/toast';
import AiDividend from '../../../../src/pages/records/AiDividend';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { open, tap, text, until, untilText } from '../support';

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 10, 1);

function shareOf(changes: Partial<DividendShare> = {}): DividendShare {
  return {
    id: '4',
    createdAt: Date.now() - DAY_MS,
    firstDay: FIRST,
    lastDay: FIRST + 14 * DAY_MS,
    netFees: '1000.000003',
    declared: '299.999999',
    custodyDays: '4000.000000',
    totalCustodyDays: '6000.000000',
    amount: '199.999999',
    status: 'to-claim',
    expiresAt: Date.now() + 29 * DAY_MS,
    claimedAt: null,
    journalId: null,
    ...changes,
  };
}

const claimed = (share: DividendShare): DividendShare => ({
  ...share,
  status: 'claimed',
  claimedAt: Date.now(),
  journalId: '88',
});

function infoOf(shares: DividendShare[]): CallOutput<'dividendInfo'> {
  const claimable = shares[0]?.amount ?? '0.000000';
  return { claimable, shares, maximumRate: '0.3', validFrom: '500', claimMs: 30 * DAY_MS };
}

function show(shares: DividendShare[], more: Handlers = {}): FakeWorker {
  const worker = new FakeWorker({
    dividendInfo: () => infoOf(shares.filter(({ status }) => status === 'to-claim')),
    dividendReleases: () => ({ items: shares, nextCursor: null }),
    ...more,
  });
  open(AiDividend, worker);
  return worker;
}

describe('the AI dividend', () => {
  beforeEach(() => appHistory.replace(paths.aiDividend));

  it('tells the sum, how it came about, and how long it can be claimed', async () => {
    show([shareOf()]);
    await untilText('199.999999 USDT', 'Nov 1, 2026 – Nov 15, 2026', '1,000.000003', '299.999999', '4,000.000000');
    await untilText('6,000.000000', 'declared × your custody days ÷ custody days of all', 'Claim 199.999999 USDT');
    expect(text()).toMatch(/Time left: (29 days 0:00:00|28 days 23:59:\d\d), until/);
    await untilText('at most 30.00%', 'at least 500.00 USDT', 'claimed for 30 days', 'not promised');
  });

  it('is claimed by one tap, without a password, and is gone from what can be claimed', async () => {
    let share = shareOf();
    const worker = show([], {
      dividendInfo: () => infoOf(share.status === 'to-claim' ? [share] : []),
      dividendReleases: () => ({ items: [share], nextCursor: null }),
      claimDividend: () => ({ share: (share = claimed(share)) }),
    });
    await untilText('Claim 199.999999 USDT');
    await tap('Claim 199.999999 USDT');
    await untilText('There is nothing to claim now.');
    expect(currentToast()?.text).toBe('Credited to your main account: 199.999999 USDT');
    expect(worker.inputsOf('claimDividend')).toEqual([{ id: '4' }]);
    expect(worker.asked.find(({ name }) => name === 'claimDividend')?.options.intentId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('says why a claim was refused, and keeps the share where the gateway still has it', async () => {
    show([shareOf()], {
      claimDividend: () => ({ ...refusal('claim-expired'), message: 'The time to claim this share is over.' }),
    });
    await untilText('Claim 199.999999 USDT');
    await tap('Claim 199.999999 USDT');
    await untilText('The time to claim this share is over.');
  });

  it('cannot be claimed once its time is over by the gateway’s clock, and asks again', async () => {
    let asked = 0;
    show([], {
      dividendInfo: () => {
        asked += 1;
        return infoOf(asked === 1 ? [shareOf({ expiresAt: Date.now() - 1 })] : []);
      },
      dividendReleases: () => ({ items: [], nextCursor: null }),
    });
    await untilText('There is nothing to claim now.');
    expect(asked).toBeGreaterThan(1);
  });

  it('lists every release with its state, and opens one', async () => {
    const old = shareOf({ id: '3', createdAt: FIRST, status: 'expired', amount: '7.000000', lastDay: FIRST });
    show([claimed(shareOf()), old]);
    await untilText('There is nothing to claim now.', 'Claimed', 'Not claimed in time', 'Nov 1, 2026');
    await tap('Not claimed in time');
    await untilText('To claim until', 'Reference3');
  });

  it('says that there is none, and shows an error in place of what failed', async () => {
    show([]);
    await untilText('Dividends in which you had a share appear here.', 'There is nothing to claim now.');
    const worker = show([], { dividendInfo: () => refusal('network') });
    await until(() => expect(worker.asked.some(({ name }) => name === 'dividendInfo')).toBe(true));
    await untilText('Retry');
  });
});
