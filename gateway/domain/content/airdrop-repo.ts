/** Published airdrop lists. */
import { airdrops } from '../../db/schema/content';
import type { Tx } from '../../db/transaction';

export type NewAirdrop = Omit<typeof airdrops.$inferSelect, 'id'>;

/** @returns false when a list of this name was published before */
export async function insertAirdrop(tx: Tx, airdrop: NewAirdrop): Promise<boolean> {
  const rows = await tx.insert(airdrops).values(airdrop).onConflictDoNothing().returning({ id: airdrops.id });
  return rows.length > 0;
}
