/** Sub-accounts: limit, switching by a session of its own, transfers between one's own (docs/rules.md §3). */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallInput } from '../../../contract/index';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { describeOnDatabase } from '../support/database';
import { deposit } from '../world';
import { freshEmail, MINUTE, openWorld, PASSWORD } from '../identity/world';

const TRADE = '975310';

describeOnDatabase('sub-accounts', (fixture) => {
  const person = async (usdt = '0') => {
    const world = openWorld(fixture.database);
    const opened = await world.register(freshEmail());
    await world.done('bindTradePassword', { tradePassword: TRADE, password: PASSWORD }, { token: opened.token });
    await fixture.tx((tx) => deposit(tx, opened.accountId, usdt, world.deps.clock.now()));
    const cash = async (token: string) => {
      const { cash: balances } = await world.done('assets', {}, { token });
      return balances.find(({ asset }) => asset === 'USDT')?.available;
    };
    return { world, opened, from: { token: opened.token }, cash };
  };

  test('are five, however many are asked for at once; then the limit is told', async () => {
    const { world, from } = await person();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => world.call('createSubAccount', { name: `Sub ${i}` }, from)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
    expect(await world.refused('createSubAccount', { name: 'One more' }, from)).toEqual({
      code: 'limit-reached',
      data: { limit: '5' },
    });
    const { accounts } = await world.done('tradingAccounts', {}, from);
    expect(accounts.map(({ kind }) => kind)).toEqual(['main', 'sub', 'sub', 'sub', 'sub', 'sub']);
    expect(await world.refusal('createSubAccount', { name: ' ' }, from)).toBe('invalid-input');
  });

  test('are switched to by a session of their own, at whose first use the old one ends', async () => {
    const { world, opened, from, cash } = await person('100');
    const { id } = await world.done('createSubAccount', { name: 'Savings' }, from);
    world.advance(MINUTE);
    const next = await world.done('switchAccount', { accountId: id }, from);
    expect(next).toMatchObject({ userId: opened.userId, accountId: id });
    // The answer may have been lost: the device is still logged in, and may ask again.
    expect(await cash(opened.token)).toBe('100.000000');
    const again = await world.done('switchAccount', { accountId: id }, from);
    expect(await world.refusal('userInfo', {}, { token: next.token })).toBe('unauthorized');
    expect(await cash(again.token)).toBe('0.000000');
    expect(await world.refusal('userInfo', {}, from)).toBe('unauthorized');
    expect((await world.done('userInfo', {}, { token: again.token })).accountId).toBe(id);
    const { sessions } = await world.done('sessions', {}, { token: again.token });
    expect(sessions).toMatchObject([{ isCurrent: true, createdAt: world.deps.clock.now() - MINUTE }]);
    const back = await world.done('switchAccount', { accountId: opened.accountId }, { token: again.token });
    expect(await cash(back.token)).toBe('100.000000');
  });

  test('get a transfer free, once per key, on both statements, and the ledger agrees', async () => {
    const { world, opened, from, cash } = await person('100.5');
    const { id } = await world.done('createSubAccount', { name: 'Savings' }, from);
    const key = randomUUID();
    const input: CallInput<'transferToAccount'> = {
      toAccountId: id,
      asset: 'USDT',
      amount: '40.25',
      tradePassword: TRADE,
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.done('transferToAccount', input, { ...from, key })),
    );
    expect(new Set(answers.map(({ journalId }) => journalId)).size).toBe(1);
    expect(await cash(opened.token)).toBe('60.250000');
    const other = { ...input, amount: '1' };
    expect(await world.refusal('transferToAccount', other, { ...from, key })).toBe('idempotency-conflict');
    expect(await world.refusal('transferToAccount', other, from)).toBe('idempotency-missing');
    const { token } = await world.done('switchAccount', { accountId: id }, from);
    expect(await cash(token)).toBe('40.250000');
    const { items } = await world.done('accountStatement', { account: 'cash' }, { token });
    expect(items).toMatchObject([{ kind: 'transfer', amount: '40.250000', journalId: answers[0]?.journalId }]);
    expect(await fixture.tx((tx) => reconcile(tx))).toEqual([]);
  });

  test('refuse what was confirmed for another account, or for none', async () => {
    const { world, opened, from, cash } = await person('100');
    const { id } = await world.done('createSubAccount', { name: 'Savings' }, from);
    const sub = await world.done('switchAccount', { accountId: id }, from);
    const input: CallInput<'transferToAccount'> = {
      toAccountId: id,
      asset: 'USDT',
      amount: '1',
      tradePassword: TRADE,
    };
    const key = randomUUID();
    for (const accountId of [opened.accountId, 'nobody'])
      expect(await world.refusal('transferToAccount', input, { ...from, token: sub.token, key, accountId })).toBe(
        'wrong-account',
      );
    // Nothing was tried under that key: it goes on for the account that it was confirmed for.
    const main = await world.done('switchAccount', { accountId: opened.accountId }, { ...from, token: sub.token });
    await world.done('transferToAccount', input, { ...from, token: main.token, key, accountId: opened.accountId });
    expect(await cash(main.token)).toBe('99.000000');
  });

  test('refuse too much, a transfer to itself, and amounts that are none', async () => {
    const { world, opened, from } = await person('10');
    const { id } = await world.done('createSubAccount', { name: 'Savings' }, from);
    const refused = (toAccountId: string, amount: string) =>
      world.refused(
        'transferToAccount',
        { toAccountId, asset: 'USDT', amount, tradePassword: TRADE },
        { ...from, key: randomUUID() },
      );
    expect(await refused(id, '10.000001')).toEqual({ code: 'insufficient-funds', data: { available: '10.000000' } });
    expect((await refused(opened.accountId, '1')).code).toBe('same-account');
    const unconfirmed = { toAccountId: id, asset: 'USDT', amount: '1', tradePassword: '000000' } as const;
    const { code } = await world.refused('transferToAccount', unconfirmed, { ...from, key: randomUUID() });
    expect(code).toBe('wrong-trade-password');
    for (const amount of ['0', '-1', '1e3', '1,5', '0.0000001', '１２']) {
      expect((await refused(id, amount)).code).toBe('invalid-input');
    }
  });

  test('carry out one of 50 transfers at once that there is money for one of', async () => {
    const { world, opened, from, cash } = await person('10');
    const { id } = await world.done('createSubAccount', { name: 'Savings' }, from);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        world.call(
          'transferToAccount',
          { toAccountId: id, asset: 'USDT', amount: '10', tradePassword: TRADE },
          { ...from, key: randomUUID() },
        ),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await cash(opened.token)).toBe('0.000000');
  });
});
