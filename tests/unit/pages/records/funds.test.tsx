import { beforeEach, describe, expect, it } from 'vitest';
import { dividendShare, type DividendShare } from '../../../../contract/calls/dividends';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import AiDividend from '../../../../src/pages/records/AiDividend';
import InsuranceFund from '../../../../src/pages/records/InsuranceFund';
import { type Part, plainest } from '../../support/plainest';
import { type Handlers, refusal } from '../fake-worker';
import { opened, tap, text, untilText } from '../support';

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 10, 1);

const shareOf = (changes: Part<DividendShare> = {}): DividendShare =>
  plainest(dividendShare, {
    id: '4',
    firstDay: FIRST,
    lastDay: FIRST + 14 * DAY_MS,
    netFees: '1000.000003',
    declared: '299.999999',
    custodyDays: '4000.000000',
    totalCustodyDays: '6000.000000',
    amount: '199.999999',
    status: 'to-claim',
    expiresAt: Date.now() + 29 * DAY_MS,
    ...changes,
  });

const infoOf = (shares: DividendShare[]) => ({
  claimable: shares[0]?.amount ?? '0',
  shares,
  maximumRate: '0.3',
  validFrom: '500',
  claimMs: 30 * DAY_MS,
});

const show = (shares: DividendShare[], more: Handlers = {}) =>
  opened(AiDividend, {
    dividendInfo: () => infoOf(shares.filter(({ status }) => status === 'to-claim')),
    dividendReleases: () => ({ items: shares }),
    ...more,
  });

describe('the AI dividend', () => {
  beforeEach(() => appHistory.replace(paths.aiDividend));

  it('tells the sum, how it came about, and how long it can be claimed', async () => {
    show([shareOf()]);
    await untilText('199.999999 USDT', 'Nov 1, 2026 – Nov 15, 2026', '1,000.000003', '299.999999', '4,000.000000');
    await untilText('6,000.000000', 'declared × your custody days ÷ custody days of all', 'Claim 199.999999 USDT');
    expect(text()).toMatch(/Time left: (29 days 0:00:00|28 days 23:59:\d\d), until/);
    await untilText('at most 30.00%', 'at least 500.00 USDT', 'claimed for 30 days', 'not promised');
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
      dividendReleases: () => ({}),
    });
    await untilText('There is nothing to claim now.');
    expect(asked).toBeGreaterThan(1);
  });
});

describe('the insurance fund', () => {
  beforeEach(() => appHistory.replace(paths.insuranceFund));

  it('has a curve that is a sentence, and a table', async () => {
    const day = Date.UTC(2026, 10, 20);
    const curve = [
      { day: day - DAY_MS, balance: '1.600000' },
      { day, balance: '3.350001' },
    ];
    opened(InsuranceFund, { insuranceFund: () => ({ curve }), insuranceInflows: () => ({}) });
    await untilText('View as table');
    expect(document.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
      'Balance of the fund from Nov 19, 2026 to Nov 20, 2026: from 1.60 to 3.35 USDT, lowest 1.60, highest 3.35',
    );
    await tap('View as table');
    await untilText('Balance by day', '1.600000', '3.350001');
  });
});
