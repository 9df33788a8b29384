/** Reconcile finds each kind of corruption, planted by a superuser who switches the triggers off. */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { issueFixedSupply } from '../../../gateway/ledger/accounts';
import { hold } from '../../../gateway/ledger/holds';
import { runIdempotent } from '../../../gateway/ledger/idempotency';
import { reconcile, type LedgerFinding } from '../../../gateway/ledger/reconcile';
import { sealAppendAccounts } from '../../../gateway/ledger/seal';
import { withTransaction } from '../../../gateway/db/transaction';
import { describeOnDatabase } from '../support/database';
import { AT, cash, fundedOwner, move, newTransfer, system } from '../support/ledger';

/** Each corruption, and every check that must notice it. */
const CORRUPTIONS: [name: string, statements: string, checks: string][] = [
  ['money made in one account', 'UPDATE accounts SET balance = balance + 1 WHERE id = :user', 'account-balance'],
  [
    'an entry lost',
    'DELETE FROM entries WHERE id = :entry',
    'account-balance account-numbering asset-sum hold-posted journal-legs journal-sum running-balance',
  ],
  ['an entry whose journal is gone', 'DELETE FROM journals WHERE id = :journal', 'orphan-entry'],
  [
    'a negative balance',
    'ALTER TABLE accounts DROP CONSTRAINT accounts_not_negative; UPDATE accounts SET balance = -5 WHERE id = :user',
    'account-balance negative-balance',
  ],
  ['held money that no hold explains', 'UPDATE accounts SET held = held + 1 WHERE id = :user', 'held'],
  [
    'a hold posted without an entry',
    'UPDATE holds SET posted = posted + 1 WHERE id = :hold; UPDATE accounts SET held = held - 1 WHERE id = :user',
    'hold-posted',
  ],
  [
    'a seal that is gone',
    'DELETE FROM entry_seals WHERE account_id = :fee AND seq = 1',
    'seal-continuity seal-coverage',
  ],
  [
    'a pool filled from custody',
    `UPDATE accounts SET kind = 'user_custody' WHERE name = 'operator-capital' AND asset = 'USDT'`,
    'account-rules firewall',
  ],
  [
    'a fee that its journal does not credit like that',
    'UPDATE fees SET promotion = promotion + 1, revenue = revenue - 1 WHERE id = (SELECT max(id) FROM fees)',
    'fee-split',
  ],
  ['a key committed without its answer', 'UPDATE idempotency_keys SET answer = NULL', 'idempotency-answer'],
];

describeOnDatabase('reconcile', (fixture) => {
  let names: Record<string, string> = {};

  beforeAll(async () => {
    names = await fixture.tx(async (tx) => {
      await issueFixedSupply(tx, { asset: 'RAB', supply: 1_000n, at: AT });
      await move(tx, system('operator-capital'), system('yield-pool'), 1_000n);
      const owner = await fundedOwner(tx, 1_000n);
      await move(tx, cash(owner), system('fee-revenue'), 10n);
      await move(tx, cash(owner), system('fee-revenue'), 10n);
      await sealAppendAccounts(tx, 100);
      const fee = await move(tx, cash(owner), system('fee-revenue'), 10n);
      const holdId = await hold(tx, { transferId: newTransfer('hold'), account: cash(owner), amount: 100n, at: AT });
      const { journalId, entries } = await move(tx, cash(owner), system('insurance'), 40n, { holdId });
      const last = await move(tx, cash(owner), system('insurance'), 1n);
      await runIdempotent(
        tx,
        { userId: owner, key: 'key-of-intent', call: 'c', inputHash: 'h', now: AT },
        async () => 1,
      );
      return {
        ':user': entries[0]!.accountId,
        ':entry': entries[0]!.entryId,
        ':last': last.entries[0]!.entryId,
        ':journal': journalId,
        ':hold': holdId,
        ':fee': fee.entries[1]!.accountId,
        ':fee-entry': fee.entries[1]!.entryId,
      };
    });
  });

  it('finds nothing wrong with a sound ledger', async () => {
    expect(await fixture.tx(reconcile)).toEqual([]);
  });

  it.each(CORRUPTIONS)('finds %s', async (_name, statements, checks) => {
    let findings: LedgerFinding[] = [];
    const planted = fixture.owner((owner) =>
      withTransaction(owner, async (tx) => {
        await tx.execute(sql`SET LOCAL session_replication_role = replica`);
        for (const statement of statements.split('; ')) {
          const { rowCount } = await tx.execute(sql.raw(statement.replaceAll(/:[a-z-]+/g, (name) => names[name]!)));
          if (!statement.startsWith('ALTER')) expect(rowCount).toBeGreaterThan(0);
        }
        findings = await reconcile(tx);
        tx.rollback();
      }),
    );
    await expect(planted).rejects.toThrow('Rollback');
    expect([...new Set(findings.map(({ check }) => check))].sort().join(' ')).toBe(checks);
    for (const { subject, detail } of findings) expect([subject, detail].every((text) => text.length > 3)).toBe(true);
  });
});
