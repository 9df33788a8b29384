/** The withdrawal calls on both databases: conditions, codes, holds, review, cancelling, and many at once (docs/rules.md §4). */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { setTradePassword } from '../../../gateway/domain/identity/users/user-repo';
import { payingChain } from '../support/paying-chain';
import { TRADE_PASSWORD } from '../world';
import { namesOfToday } from '../../support/live-events';
import { describeOnDatabase } from '../support/database';
import { feesTaken } from '../support/fees';
import { move, system } from '../support/ledger';
import { MONDAY, openWithdrawalWorld, type Withdrawer, type WithdrawalWorld } from './world';

const MINUTE = 60_000;
const DAY = 86_400_000;

describeOnDatabase('withdrawals', (fixture) => {
  let world: WithdrawalWorld;
  const sql = (text: string, values: unknown[]) => fixture.database.pool.query(text, values);
  const steps = async (who: Withdrawer, id: string) =>
    (await world.withdrawalOf(who, id)).steps.map(({ step }) => step).join(' ');
  const refusals = (ends: readonly PromiseSettledResult<unknown>[]) =>
    ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as { code: string }).code] : []));
  /** The test's days begin anew. */
  const begin = () => void (world.time.now = Math.max(world.time.now, MONDAY));

  beforeAll(async () => {
    world = await openWithdrawalWorld(fixture.database);
    // The chain of these tests pays nothing: chain.test.ts tests the steps after the approval.
    world.deps.chains = [payingChain(() => world.time.now)];
  });

  it('holds amount and fee until it ends; an approved one to a bank card is paid in one journal', async () => {
    begin();
    const who = await world.withdrawer('1000');
    const card = await world.card(who);
    const quoted = await world.call(who, 'withdrawalQuote', { methodId: card, amount: '500' });
    expect(quoted).toMatchObject({
      amount: '500.000000',
      fee: '1.500000',
      total: '501.500000',
      target: { kind: 'bank', bankName: 'Bank of Kelp', cardLast4: '4242', holderName: 'Lin Mei', address: null },
      reviewedBy: MONDAY + 11 * 60 * MINUTE,
    });
    const asked = await world.withdraw(who, '500', card);
    expect(asked).toMatchObject({ status: 'pending', canCancel: true, confirmationsNeeded: 0, txId: null });
    expect(world.mails.at(-1)).toMatchObject({
      text: expect.stringMatching(/Amount: 500 USDT\nTo: Bank of Kelp \*\*\*\* 4242\n/),
    });
    expect(await world.cash(who)).toBe('498.500000');
    const early = await world.operator('withdrawal pay', { id: asked.id, reference: 'R-1' });
    expect(early).toMatchObject({ ok: false, message: expect.stringMatching(/requested: this cannot be done/) });
    await world.approved(asked.id);
    const before = await feesTaken(fixture.database.db);
    expect(await world.operator('withdrawal pay', { id: asked.id, reference: 'R-1' })).toMatchObject({ ok: true });
    expect(await world.withdrawalOf(who, asked.id)).toMatchObject({ status: 'success', paymentReference: 'R-1' });
    const told = (await world.call(who, 'liveEvents', {})).events.map(({ calls }) =>
      namesOfToday(calls).toSorted().join(' '),
    );
    const cash = 'accountStatement assets custodyConfig exchangeFigures machineInfo otcFigures';
    expect(told).toEqual([
      `${cash} tradingAccounts withdrawalConfig withdrawals`,
      'toldNotices unreadNotices withdrawals',
      `${cash} toldNotices tradingAccounts unreadNotices withdrawalConfig withdrawals`,
    ]);
    const noticed = (await world.call(who, 'toldNotices', {})).items;
    expect(noticed.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([
      ['withdrawal-paid', asked.id],
      ['withdrawal-approved', asked.id],
    ]);
    expect(await steps(who, asked.id)).toBe('requested approved paid');
    const { amount, insurance } = await feesTaken(fixture.database.db);
    expect([amount - before.amount, insurance - before.insurance]).toEqual([1_500_000n, 75_000n]);
    expect(await world.cash(who)).toBe('498.500000');
    const shown = await world.operator('withdrawal show', { id: asked.id });
    expect(shown).toMatchObject({ data: { cardNumber: '4242424242424242', holder: 'Lin Mei', state: 'success' } });
    // The audit keeps that somebody looked, and not the card's number.
    expect(JSON.stringify(await world.operator('audit list', { limit: 3 }))).not.toContain('4242424242424242');
    expect(await world.findings()).toEqual([]);
  });

  it('rejected and cancelled give everything back; cancelling again is the same answer', async () => {
    begin();
    const who = await world.withdrawer('1000');
    const first = await world.withdraw(who, '100.000001');
    expect(first.fee).toBe('1.100001');
    const reason = 'Address of a sanctioned party';
    expect(await world.operator('withdrawal reject', { id: first.id, reason })).toMatchObject({ ok: true });
    expect(await world.withdrawalOf(who, first.id)).toMatchObject({ status: 'failed', reason });
    expect(await steps(who, first.id)).toBe('requested rejected returned');
    // The one that was cancelled is told to nobody: its owner did it.
    const noticed = (await world.call(who, 'toldNotices', {})).items;
    expect(noticed).toMatchObject([{ kind: 'withdrawal-failed', subjectId: first.id, reason }]);
    expect(await world.cash(who)).toBe('1000.000000');
    const second = await world.requested(who, '100');
    await world.approved(second);
    const cancelled = await world.call(who, 'cancelWithdrawal', { id: second });
    expect(cancelled.withdrawal).toMatchObject({ status: 'failed', reason: null, canCancel: false });
    expect(await world.call(who, 'cancelWithdrawal', { id: second })).toEqual(cancelled);
    expect(await world.refused(who, 'cancelWithdrawal', { id: first.id })).toMatchObject({ code: 'order-closed' });
    expect(await world.operator('withdrawal approve', { id: second })).toMatchObject({ ok: false });
    expect(await world.cash(who)).toBe('1000.000000');
    const { items } = await world.call(who, 'withdrawals', { status: 'failed' });
    expect(items.map(({ id }) => id)).toEqual([second, first.id]);
    expect(await world.call(who, 'withdrawals', { status: 'pending' })).toEqual({ items: [], nextCursor: null });
    expect(await world.findings()).toEqual([]);
  });

  it('above the limit two different operators approve; of two at once each counts, and one decision wins', async () => {
    begin();
    const who = await world.withdrawer('5000');
    const id = await world.requested(who, '1000.000001');
    expect(await world.operator('withdrawal approve', { id })).toMatchObject({ ok: true });
    expect(await world.operator('withdrawal approve', { id })).toMatchObject({
      message: expect.stringMatching(/another operator/),
    });
    expect(await steps(who, id)).toBe('requested');
    const replies = await Promise.all([
      world.operator('withdrawal approve', { id }, 'bob'),
      world.operator('withdrawal reject', { id, reason: 'no' }, 'cleo'),
      world.operator('withdrawal approve', { id }, 'dan'),
    ]);
    // An approval and the rejection after it both fit; two ends never do.
    expect(['requested approved rejected returned', 'requested rejected returned', 'requested approved']).toContain(
      await steps(who, id),
    );
    expect(replies.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    const small = await world.requested(who, '1000');
    await Promise.all(
      ['ann', 'bob', 'cleo'].map((actor) => world.operator('withdrawal approve', { id: small }, actor)),
    );
    expect(await steps(who, small)).toBe('requested approved');
    expect(await world.findings()).toEqual([]);
  });

  it('50 at once with the money for one: one is taken, the others are told what there is', async () => {
    begin();
    const who = await world.withdrawer('500');
    const ends = await Promise.allSettled(Array.from({ length: 50 }, () => world.requested(who, '400')));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(new Set(refusals(ends))).toEqual(new Set(['insufficient-funds']));
    expect(await world.cash(who)).toBe('98.600000');
    expect(await world.findings()).toEqual([]);
  });

  it('one TOTP code and one e-mail code at 50 calls at once: one withdrawal; the same intent gets its answer again', async () => {
    begin();
    const who = await world.withdrawer('1000');
    const input = await world.input(who, '10');
    const ends = await Promise.allSettled(
      Array.from({ length: 50 }, () => world.call(who, 'requestWithdrawal', input)),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // Calls that come late find either code used.
    for (const code of refusals(ends)) expect(['authenticator-code-used', 'wrong-code']).toContain(code);
    expect((await world.call(who, 'withdrawals', {})).items).toHaveLength(1);
    const key = randomUUID();
    const next = await world.input(who, '10');
    const answer = await world.call(who, 'requestWithdrawal', next, key);
    world.time.now += DAY;
    expect(await world.call(who, 'requestWithdrawal', { ...next, authenticatorCode: '000000' }, key)).toEqual(answer);
    expect(await world.refused(who, 'requestWithdrawal', { ...next, amount: '11' }, key)).toMatchObject({
      code: 'idempotency-conflict',
    });
    expect(await world.findings()).toEqual([]);
  });

  it('the sixth try of a code fails whatever it is; a code counts for its amount and method only', async () => {
    begin();
    const who = await world.withdrawer('1000');
    const input = await world.input(who, '10');
    const other = input.emailCode === '123456' ? '654321' : '123456';
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const { code, data } = await world.refused(who, 'requestWithdrawal', { ...input, emailCode: other });
      expect([code, data]).toEqual(['wrong-code', { triesLeft }]);
    }
    expect(await world.refused(who, 'requestWithdrawal', input)).toMatchObject({ code: 'wrong-code' });
    const right = await world.input(who, '10');
    const card = await world.card(who);
    const asked = (change: Partial<typeof right>) => world.refused(who, 'requestWithdrawal', { ...right, ...change });
    const otherAmount = await asked({ amount: '10.5', fee: '1.0105' });
    expect(otherAmount).toMatchObject({ code: 'wrong-code', data: { triesLeft: 4 } });
    expect(await asked({ methodId: card })).toMatchObject({ data: { triesLeft: 3 } });
    // A wrong code of the device costs the mailed one nothing, and the money was never held.
    const authenticatorCode = right.authenticatorCode === '000000' ? '000001' : '000000';
    expect(await asked({ authenticatorCode })).toMatchObject({ code: 'wrong-authenticator-code' });
    expect(await world.cash(who)).toBe('1000.000000');
    expect((await world.call(who, 'requestWithdrawal', right)).withdrawal.status).toBe('pending');
  });

  it('refuses what is not so, in the order of the checklist, which says when it will be', async () => {
    begin();
    const who = await world.withdrawer('1000');
    const input = await world.input(who, '20');
    const asked = (change: Partial<typeof input> = {}) =>
      world.refused(who, 'requestWithdrawal', { ...input, ...change });
    const code = async () => (await asked()).code;
    const unmet = async () => (await world.call(who, 'withdrawalConfig', {})).conditions.filter(({ isMet }) => !isMet);
    expect(await unmet()).toEqual([]);
    await sql(`UPDATE users SET identity_status = 'failed' WHERE id = $1`, [who.userId]);
    expect(await code()).toBe('needs-identity');
    expect(await unmet()).toEqual([{ name: 'identity', isMet: false, metAt: null }]);
    const meant = { methodId: who.methodId, amount: '20' };
    expect(await world.refused(who, 'sendWithdrawalCode', meant)).toMatchObject({ code: 'needs-identity' });
    await sql(`UPDATE users SET identity_status = 'approved' WHERE id = $1`, [who.userId]);
    const changedAt = world.time.now;
    const hash = await world.deps.passwords.hash(TRADE_PASSWORD);
    await fixture.tx((tx) => setTradePassword(tx, who.userId, hash, changedAt));
    expect(await asked()).toMatchObject({ code: 'withdrawals-paused', data: { lockedUntil: changedAt + DAY } });
    expect(await unmet()).toEqual([{ name: 'security-pause', isMet: false, metAt: changedAt + DAY }]);
    world.time.now = changedAt + DAY;
    expect(await asked({ fee: '1' })).toMatchObject({ code: 'fee-changed' });
    expect(await asked({ amount: '9.999999' })).toMatchObject({ code: 'amount-too-small' });
    const tooMuch = { code: 'insufficient-funds', data: { available: '1000.000000' } };
    expect(await asked({ amount: '999' })).toMatchObject(tooMuch);
    await world.set('security.methodWaitMs', 4 * DAY);
    expect(await code()).toBe('method-waiting');
    expect((await unmet()).map(({ name }) => name)).toEqual(['method']);
    await world.set('security.methodWaitMs', DAY);
    const chains = world.deps.chains;
    world.deps.chains = [];
    expect(await code()).toBe('network-closed');
    expect((await world.call(who, 'withdrawalConfig', {})).networks).toEqual([]);
    // The address on file is no method any more that anything could be paid to.
    expect(await unmet()).toEqual([{ name: 'method', isMet: false, metAt: null }]);
    world.deps.chains = chains;
    await world.set('app.maintenance', true);
    expect(await code()).toBe('unavailable');
    const { window } = await world.call(who, 'withdrawalConfig', {});
    expect(window).toMatchObject({ isOpen: false, closedReason: 'maintenance' });
    await world.set('app.maintenance', false);
    // Nothing of all that was ever held.
    expect(await world.cash(who)).toBe('1000.000000');
  });

  it('is judged by the gateway’s clock, to the millisecond', async () => {
    const who = await world.withdrawer('1000');
    // The next Friday, 21:00 in Shanghai.
    const friday = Date.UTC(2026, 11, 4, 13);
    world.time.now = friday - 5 * MINUTE;
    const input = await world.input(who, '20');
    world.time.now = friday;
    const monday = Date.UTC(2026, 11, 7, 1);
    const closed = { code: 'withdrawals-closed', data: { retryAfterMs: monday - friday } };
    expect(await world.refused(who, 'requestWithdrawal', input)).toMatchObject(closed);
    const meant = { methodId: who.methodId, amount: '20' };
    expect(await world.refused(who, 'sendWithdrawalCode', meant)).toMatchObject(closed);
    expect((await world.call(who, 'withdrawalConfig', {})).window).toEqual({
      isOpen: false,
      closedReason: 'hours',
      timeZone: 'Asia/Shanghai',
      from: '09:00',
      until: '21:00',
      weekdays: [1, 2, 3, 4, 5],
      opensAt: monday,
      closesAt: null,
      holidays: [],
      serverTime: friday,
    });
    world.time.now = friday - 1;
    // The code of the device is one of this half minute.
    const late = { ...input, authenticatorCode: world.totp(who) };
    expect((await world.call(who, 'requestWithdrawal', late)).withdrawal).toMatchObject({ createdAt: friday - 1 });
    await world.set('withdrawals.holidays', ['2026-12-08', '2027-03-01']);
    world.time.now = Date.UTC(2026, 11, 8, 3);
    expect((await world.call(who, 'withdrawalConfig', {})).window).toMatchObject({
      closedReason: 'holiday',
      holidays: ['2026-12-08'],
    });
    await world.set('withdrawals.holidays', []);
  });

  it('reconcile names money that left without a withdrawal', async () => {
    const who = await world.withdrawer('1000');
    expect(await world.findings()).toEqual([]);
    const cash = { owner: who.accountId, kind: 'user_cash', asset: 'USDT' } as const;
    await fixture.tx((tx) => move(tx, cash, system('external-withdrawals'), 5n, { kind: 'withdrawal' }));
    expect(await world.findings()).toMatchObject([{ check: 'withdrawal-journal' }, { check: 'withdrawal-boundary' }]);
  });
});
