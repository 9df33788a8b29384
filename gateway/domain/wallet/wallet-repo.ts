/** Reads what came into the wallets that pay withdrawals, and what went out. */
import { sql } from 'drizzle-orm';
import type { Chain } from '../../adapters/chain/chain';
import type { Tx } from '../../db/transaction';

export type WalletRow = { address: string; funded: string; paid: string; explained: string; open: string[] };

/**
 * Every wallet that was ever funded or paid from: what came in, what was paid, what operators explained, and its transactions whose end is
 * not written yet.
 */
export async function walletRows(
  tx: Tx,
  { network, chainId }: Pick<Chain, 'network' | 'chainId'>,
  atBlock: number,
): Promise<WalletRow[]> {
  const { rows } = await tx.execute<WalletRow>(sql`
    WITH sent AS (
      SELECT n.wallet, w.state, t.tx_id, t.raw, t.block_number
        FROM withdrawal_nonces n JOIN withdrawals w ON w.id = n.withdrawal_id
        JOIN withdrawal_transactions t ON t.withdrawal_id = n.withdrawal_id
       WHERE n.network = ${network} AND n.chain_id = ${chainId})
    SELECT a.address,
           (SELECT coalesce(sum(f.raw), 0)::text FROM wallet_fundings f
             WHERE f.network = ${network} AND f.wallet = a.address AND f.block_number <= ${atBlock}::bigint) AS funded,
           (SELECT coalesce(sum(s.raw), 0)::text FROM sent s
             WHERE s.wallet = a.address AND s.state = 'success' AND s.block_number <= ${atBlock}::bigint) AS paid,
           (SELECT coalesce(sum(x.raw), 0)::text FROM wallet_spendings x
             WHERE x.network = ${network} AND x.chain_id = ${chainId} AND x.wallet = a.address AND x.block_number <= ${atBlock}::bigint) AS explained,
           (SELECT coalesce(jsonb_agg(s.tx_id), '[]') FROM sent s WHERE s.wallet = a.address AND s.state = 'sending') AS open
      FROM (SELECT wallet AS address FROM wallet_fundings WHERE network = ${network}
            UNION SELECT address FROM withdrawal_wallets WHERE network = ${network} AND chain_id = ${chainId}) a
     ORDER BY a.address`);
  return rows;
}
