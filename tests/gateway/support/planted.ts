/** Faults that are planted behind the ledger's back, for the checks that are to find them. */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { withTransaction, type Tx } from '../../../gateway/db/transaction';
import type { DatabaseFixture } from './database';

/** Runs the statements, separated by semicolons, with every trigger off, then the check; all of it is undone. @returns the findings */
export async function foundAfter<Finding>(
  fixture: DatabaseFixture,
  statements: string,
  check: (tx: Tx) => Promise<Finding[]>,
): Promise<Finding[]> {
  let found: Finding[] = [];
  const planted = fixture.owner((owner) =>
    withTransaction(owner, async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      for (const statement of statements.split(';')) {
        const { rowCount } = await tx.execute(sql.raw(statement));
        expect(rowCount, statement).toBeGreaterThan(0);
      }
      found = await check(tx);
      tx.rollback();
    }),
  );
  await expect(planted).rejects.toThrow('Rollback');
  return found;
}
