/** Raw SQL cannot harm the ledger. Each attack runs in a transaction of its own and must not commit. */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { sqlFailure } from '../../../gateway/db/errors';
import { hold } from '../../../gateway/ledger/holds';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { sealAppendAccounts } from '../../../gateway/ledger/seal';
import { runIdempotent } from '../../../gateway/ledger/idempotency';
import { describeOnDatabase } from '../support/database';
import { AT, cash, fundedOwner, move, newTransfer, system } from '../support/ledger';

/**
 * `:user` and `:other` are two users' cash accounts, `:journal` and `:entry` a posted pair, `:fee` an append account. JOURNAL and its number of legs,
 * LEG with number, account and amount, HOLD with its amount and ACCOUNT are rows of those tables, with other columns behind.
 */
const ATTACKS: [name: string, statements: string, refusal: RegExp][] = [
  ['change an entry', 'UPDATE entries SET amount = amount + 1 WHERE id = :entry', /^LG001/],
  ['delete an entry', 'DELETE FROM entries WHERE id = :entry', /^LG001/],
  ['empty the entries', 'TRUNCATE entries', /^LG001/],
  ['change a journal', `UPDATE journals SET memo = '{"x":1}' WHERE id = :journal`, /^LG001/],
  ['change a seal', 'UPDATE entry_seals SET balance_after = 0', /^LG001/],
  [
    'skip a seal number',
    'INSERT INTO entry_seals (account_id, seq, entry_id, balance_after) SELECT account_id, 99, entry_id, 0 FROM entries_unsealed LIMIT 1',
    /^LG005/,
  ],
  ['drop an entry from the sealing queue', 'DELETE FROM entries_unsealed', /^LG001/],
  [
    'set a balance with its count',
    'UPDATE accounts SET balance = balance + 5, entry_count = entry_count + 1 WHERE id = :user',
    /^LG001/,
  ],
  ['lower what is held', 'UPDATE accounts SET held = 0 WHERE id = :user', /^LG001/],
  ['allow an account to be negative', 'UPDATE accounts SET may_be_negative = true WHERE id = :user', /^LG001/],
  ['delete an account', 'DELETE FROM accounts WHERE id = :user', /^LG001/],
  ['open an account with money', `ACCOUNT owner_account_id=77 kind='user_cash' balance=5`, /^LG002/],
  ['open a second issuance', `ACCOUNT name='issuance-2' kind='issuance' asset='RAB' may_be_negative=true`, /^23505/],
  ['post one side only', 'JOURNAL 2; LEG 1 :user 5', /^LG012/],
  ['post what does not balance', 'JOURNAL 2; LEG 1 :user -5; LEG 2 :other 6', /^LG012/],
  ['post a journal without entries', 'JOURNAL 2', /^LG012/],
  ['overdraw', 'JOURNAL 2; LEG 1 :user -1000001; LEG 2 :other 1000001', /^LG010/],
  ['post NaN', `JOURNAL 2; LEG 1 :user -5; LEG 2 :other 'NaN'`, /^23514 ledger_units_check/],
  ['choose the number of an entry', 'JOURNAL 2; LEG 1 :user -5 account_seq=900', /^LG004/],
  ['post to an account that does not exist', 'JOURNAL 2; LEG 1 999999 5; LEG 2 :user -5', /^LG013/],
  ['add to a journal of another transaction', 'LEG 3 :user 5 journal_id=:journal', /^LG004/],
  [
    'add after the check ran',
    'JOURNAL 2; LEG 1 :user -5; LEG 2 :other 5; SET CONSTRAINTS ALL IMMEDIATE; LEG 3 :other 5',
    /^LG004/,
  ],
  ['hold more than available', 'HOLD 1000001', /^LG010/],
  ['start a hold as posted', 'HOLD 5 posted=5', /^LG001/],
  ['post a hold without an entry', 'UPDATE holds SET posted = posted + 1 WHERE id = :hold', /^LG001/],
  ['release more than is held', 'UPDATE holds SET released = amount + 1 WHERE id = :hold', /^LG017/],
  [`pay out of another account's hold`, 'JOURNAL 2; LEG 1 :user 5; LEG 2 :other -5 hold_id=:hold', /^LG016/],
  ['forget an idempotency key', 'DELETE FROM idempotency_keys', /^LG001/],
  ['change an idempotent answer', `UPDATE idempotency_keys SET answer = '{"value":2}'`, /^LG001/],
  [
    'change the audit log',
    `INSERT INTO audit_log (at, actor, act, seq, previous_hash, hash) VALUES (now(), 'a', 'b', 1, '', ''); UPDATE audit_log SET act = 'c'`,
    /^LG001/,
  ],
  ['debit an append account at an old snapshot', 'JOURNAL 2; SET-REPEATABLE; LEG 1 :fee -1; LEG 2 :user 1', /^LG003/],
];

/** By word: the table, the columns whose values follow the word, and what the others have. */
const ROWS: Readonly<Record<string, [table: string, columns: string[], row: Record<string, string>]>> = {
  JOURNAL: ['journals', ['leg_count'], { transfer_id: `'attack'`, kind: `'attack'`, created_at: 'now()' }],
  LEG: ['entries', ['leg', 'account_id', 'amount'], { journal_id: 'NEW', asset: `''` }],
  HOLD: ['holds', ['amount'], { transfer_id: `'attack'`, account_id: ':user', created_at: 'now()' }],
  ACCOUNT: ['accounts', [], { asset: `'USDT'`, mode: `'checked'`, may_be_negative: 'false' }],
};

/** The attack's own journal. */
const NEW = `coalesce((SELECT id FROM journals WHERE transfer_id = 'attack'), 0)`;

describeOnDatabase('raw SQL', (fixture) => {
  let names: Record<string, string> = {};

  beforeAll(async () => {
    names = await fixture.tx(async (tx) => {
      const [owner, payee] = [await fundedOwner(tx, 1_000_000n), await fundedOwner(tx, 1n)];
      await move(tx, cash(owner), system('fee-revenue'), 10n);
      await sealAppendAccounts(tx, 100);
      const { journalId, entries } = await move(tx, cash(owner), system('fee-revenue'), 10n);
      await move(tx, system('external-deposits'), cash(owner), 20n);
      const holdId = await hold(tx, { transferId: newTransfer('hold'), account: cash(owner), amount: 10n, at: AT });
      await runIdempotent(
        tx,
        { userId: owner, key: 'attacked-key', call: 'c', inputHash: 'h', now: AT },
        async () => 1,
      );
      const { rows } = await tx.execute<{ id: string }>(
        sql`SELECT id FROM accounts WHERE owner_account_id = ${payee}::bigint`,
      );
      const [debit, credit] = entries;
      return {
        ':user': debit!.accountId,
        ':other': rows[0]!.id,
        ':fee': credit!.accountId,
        ':journal': journalId,
        ':entry': debit!.entryId,
        ':hold': holdId,
      };
    });
  });

  /** A statement, or the row that a word stands for. */
  function written(statement: string): string {
    const [word = '', ...rest] = statement.split(' ');
    const defaults = ROWS[word];
    if (!defaults) return statement;
    const [table, columns, row] = defaults;
    const given = rest.map((one, place) => (one.includes('=') ? one.split('=') : [columns[place], one]));
    const values = { ...row, ...(Object.fromEntries(given) as Record<string, string>) };
    return `INSERT INTO ${table} (${Object.keys(values).join(', ')}) VALUES (${Object.values(values).join(', ')})`;
  }

  async function run(attack: string): Promise<string> {
    const statements = attack.split('; ');
    const isolationLevel = statements.includes('SET-REPEATABLE') ? 'repeatable read' : 'read committed';
    try {
      await fixture.owner(({ db }) =>
        db.transaction(
          async (tx) => {
            for (const statement of statements.filter((one) => one !== 'SET-REPEATABLE')) {
              const text = written(statement).replaceAll('NEW', NEW);
              await tx.execute(sql.raw(text.replaceAll(/:[a-z]+/g, (name) => names[name]!)));
            }
          },
          { isolationLevel },
        ),
      );
    } catch (error) {
      const failure = sqlFailure(error);
      if (failure) return `${failure.code} ${failure.constraint ?? failure.message}`;
      throw error;
    }
    return 'it was possible';
  }

  it.each(ATTACKS)('cannot %s', async (_name, statements, refusal) => {
    expect(await run(statements)).toMatch(refusal);
  });

  it('can post what is right, so the attacks fail for their reason', async () => {
    expect(await run('JOURNAL 2; LEG 1 :user -5; LEG 2 :other 5')).toBe('it was possible');
  });

  it('leaves a sound ledger behind', async () => {
    expect(await fixture.tx(reconcile)).toEqual([]);
  });
});
