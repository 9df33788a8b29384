import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Withdrawal } from '../../../../contract/calls/withdrawals';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Records from '../../../../src/pages/withdraw/Records';
import { LIVE_MS, phaseOf, pollMs, REVIEW_MS, stepsAhead } from '../../../../src/pages/withdraw/withdrawal';
import { find } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { open, tap, text, until, untilText } from '../support';
import { withdrawalOf } from './withdraw-fixtures';

const AT = Date.UTC(2026, 10, 20, 6);
const requested = { step: 'requested', at: AT } as const;
const approved = { step: 'approved', at: AT + 1 } as const;
const broadcast = { step: 'broadcast', at: AT + 2 } as const;
const SENT = withdrawalOf({
  canCancel: false,
  txId: `0x${'a1'.repeat(32)}`,
  confirmations: 1,
  steps: [requested, approved, broadcast],
});

describe('how a withdrawal stands', () => {
  it('is told by its state and by what has happened', () => {
    const cancelled = { step: 'cancelled', at: AT } as const;
    expect(phaseOf(withdrawalOf())).toBe('review');
    expect(phaseOf(SENT)).toBe('sending');
    expect(phaseOf(withdrawalOf({ status: 'failed', steps: [requested, cancelled] }))).toBe('cancelled');
    expect(phaseOf(withdrawalOf({ status: 'failed' }))).toBe('failed');
  });

  it('says what is still to come, and how soon to look again', () => {
    expect(stepsAhead(withdrawalOf())).toEqual(['approved', 'broadcast', 'confirmed']);
    expect(stepsAhead(SENT)).toEqual(['confirmed']);
    const bank = withdrawalOf({ target: { ...SENT.target, kind: 'bank' }, steps: [requested, approved] });
    expect(stepsAhead(bank)).toEqual(['paid']);
    expect(stepsAhead(withdrawalOf({ status: 'success' }))).toEqual([]);
    expect(pollMs([withdrawalOf(), SENT])).toBe(LIVE_MS);
    expect(pollMs([withdrawalOf()])).toBe(REVIEW_MS);
    expect([pollMs([withdrawalOf({ status: 'success' })]), pollMs(undefined)]).toEqual([null, null]);
  });
});

describe('withdrawal records', () => {
  beforeEach(() => appHistory.replace(paths.withdrawals));

  function show(items: readonly Withdrawal[], changes: Handlers = {}): FakeWorker {
    const worker = new FakeWorker({
      withdrawals: ({ status }) => ({
        items: items.filter((one) => status === undefined || one.status === status),
        nextCursor: null,
      }),
      ...changes,
    });
    open(Records, worker);
    return worker;
  }

  it('open the one that a link names, with its timeline and all that identifies it', async () => {
    appHistory.replace(`${paths.withdrawals}?id=31`);
    show([SENT]);
    await untilText('On its way 1/3', 'Sent to the network', '1 of 3 confirmations', 'Transaction ID', '501.500000');
    expect(text()).not.toContain('Cancel this withdrawal');
  });

  it('say why one was rejected and that the money is back', async () => {
    appHistory.replace(`${paths.withdrawals}?id=31`);
    const steps = [requested, { step: 'rejected', at: AT }, { step: 'returned', at: AT }] as const;
    show([
      withdrawalOf({ status: 'failed', canCancel: false, reason: 'The address is not yours.', steps: [...steps] }),
    ]);
    await untilText('The address is not yours.', 'Rejected', 'Amount and fee available again');
  });

  it('say how operators ended one that got stuck, paid or given back', async () => {
    appHistory.replace(`${paths.withdrawals}?id=31`);
    const confirmed = { step: 'confirmed', at: AT + 3 } as const;
    const reason = 'Paid by hand after a fault.';
    const txId = `0x${'b2'.repeat(32)}`;
    show([{ ...SENT, status: 'success', reason, txId, steps: [requested, approved, broadcast, confirmed] }]);
    await untilText('Success', reason, 'Sent to the network', 'Transaction ID');
  });

  it('are narrowed by state', async () => {
    const worker = show([SENT]);
    await untilText('On its way');
    await act(async () => find<HTMLInputElement>('label:nth-of-type(4) input').click());
    await untilText('There are no withdrawals in this state.');
    expect(worker.inputsOf('withdrawals')).toContainEqual(expect.objectContaining({ status: 'failed' }));
    await tap('Clear filters');
    await untilText('On its way');
  });

  it('take one back after asking', async () => {
    appHistory.replace(`${paths.withdrawals}?id=31`);
    const worker = show([withdrawalOf()], {
      cancelWithdrawal: () => ({ withdrawal: withdrawalOf({ status: 'failed' }) }),
    });
    await untilText('Pending approval', 'Cancel this withdrawal');
    await tap('Cancel this withdrawal');
    await untilText('Amount and fee, 501.5 USDT, are available again at once.');
    expect(worker.inputsOf('cancelWithdrawal')).toEqual([]);
    await tap('Cancel it');
    await until(() => expect(worker.inputsOf('cancelWithdrawal')).toEqual([{ id: '31' }]));
  });

  it('close the question also when it was too late', async () => {
    appHistory.replace(`${paths.withdrawals}?id=31`);
    show([withdrawalOf()], { cancelWithdrawal: () => refusal('order-closed') });
    await untilText('Cancel this withdrawal');
    await tap('Cancel this withdrawal');
    await untilText('Keep it');
    await tap('Cancel it');
    await until(() => expect(text()).not.toContain('Keep it'));
  });
});
