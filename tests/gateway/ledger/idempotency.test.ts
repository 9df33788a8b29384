import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { availableOf } from '../../../gateway/ledger/balances';
import { findKey, runIdempotent, type Intent } from '../../../gateway/ledger/idempotency';
import { describeOnDatabase, type DatabaseFixture } from '../support/database';
import { AT, cash, fundedOwner, move, newOwner, newTransfer, refusalOf, system } from '../support/ledger';

const intentOf = (userId: string, over: Partial<Intent> = {}): Intent => ({
  userId,
  key: newTransfer('key-of-intent'),
  call: 'custody.create',
  inputHash: 'hash-a',
  now: AT,
  ...over,
});

/** A money call: pays `amount` and answers the journal. */
const pay = (fixture: DatabaseFixture, intent: Intent, amount: bigint) =>
  fixture.tx((tx) =>
    runIdempotent(tx, intent, async () => {
      const { journalId } = await move(tx, cash(intent.userId), system('fee-revenue'), amount);
      return { journalId, amount: amount.toString() };
    }),
  );

const journalsOf = async (fixture: DatabaseFixture, owner: string) => {
  const { rows } = await fixture.database.db.execute<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM entries e JOIN accounts a ON a.id = e.account_id
     WHERE a.owner_account_id = ${owner}::bigint AND e.amount < 0`);
  return rows[0]?.n;
};

describeOnDatabase('idempotency', (fixture) => {
  it('makes one journal and 100 equal answers of 100 parallel retries', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 1_000n));
    const intent = intentOf(owner);
    const answers = await Promise.all(Array.from({ length: 100 }, () => pay(fixture, intent, 10n)));
    expect(answers).toHaveLength(100);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await journalsOf(fixture, owner)).toBe(1);
    expect(await availableOf(fixture.database.db, { owner, kind: 'user_cash', asset: 'USDT' })).toBe(990n);
  });

  it('refuses the same key with another input or call, and keeps the first answer', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 1_000n));
    const intent = intentOf(owner);
    const first = await pay(fixture, intent, 10n);
    expect(await refusalOf(pay(fixture, { ...intent, inputHash: 'hash-b' }, 10n))).toBe('idempotency-conflict');
    expect(await refusalOf(pay(fixture, { ...intent, call: 'custody.sub' }, 10n))).toBe('idempotency-conflict');
    expect(await pay(fixture, intent, 10n)).toEqual(first);
  });

  it('answers a key whose call has been renamed since, under its name of today only', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 1_000n));
    const before = intentOf(owner, { call: 'hostingCreate' });
    const first = await pay(fixture, before, 10n);
    expect(await pay(fixture, { ...before, call: 'createCustodyOrder' }, 10n)).toEqual(first);
    const other = { ...before, call: 'redeemCustodyOrder' };
    expect(await refusalOf(pay(fixture, other, 10n))).toBe('idempotency-conflict');
    expect(await journalsOf(fixture, owner)).toBe(1);
  });

  it('keeps the keys of users apart', async () => {
    const [a, b] = await fixture.tx(async (tx) => [await fundedOwner(tx, 100n), await fundedOwner(tx, 100n)] as const);
    const intent = intentOf(a);
    await pay(fixture, intent, 10n);
    await pay(fixture, { ...intent, userId: b, inputHash: 'hash-of-b' }, 20n);
    expect(await journalsOf(fixture, b)).toBe(1);
  });

  it('rolls the key back with a refusal, so that the intent can be sent again when the reason is gone', async () => {
    const owner = newOwner();
    const intent = intentOf(owner);
    expect(await refusalOf(pay(fixture, intent, 10n))).toBe('insufficient-funds');
    expect(await findKey(fixture.database.db, owner, intent.key)).toEqual({ state: 'unknown' });
    await fixture.tx((tx) => move(tx, system('external-deposits'), cash(owner), 10n));
    expect(await pay(fixture, intent, 10n)).toMatchObject({ amount: '10' });
  });

  it('tells the outcome by key: nothing before, the answer after', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 100n));
    const intent = intentOf(owner);
    expect(await findKey(fixture.database.db, owner, intent.key)).toEqual({ state: 'unknown' });
    const answer = await pay(fixture, intent, 10n);
    expect(await findKey(fixture.database.db, owner, intent.key)).toEqual({ state: 'done', answer });
    expect(await findKey(fixture.database.db, newOwner(), intent.key)).toEqual({ state: 'unknown' });
  });

  it('stores an answer that is null as an answer', async () => {
    const owner = newOwner();
    const intent = intentOf(owner);
    let runs = 0;
    const once = () => fixture.tx((tx) => runIdempotent(tx, intent, async () => ((runs += 1), null)));
    expect([await once(), await once(), runs]).toEqual([null, null, 1]);
    expect(await findKey(fixture.database.db, owner, intent.key)).toEqual({ state: 'done', answer: null });
  });
});
