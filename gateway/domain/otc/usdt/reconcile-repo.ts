/** The USDT market's rows against the ledger: holds are what offers still sell, escrow is what is in trades, and ended trades have their journal. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../db/transaction';
import { runChecks, type CheckFinding } from '../../../ledger/checks';

export type UsdtMarketCheck =
  | 'otc-usdt-offer'
  | 'otc-usdt-hold'
  | 'otc-usdt-escrow'
  | 'otc-usdt-journal'
  | 'otc-usdt-orphan'
  | 'otc-escrow';

const CHECKS: Record<UsdtMarketCheck, SQL> = {
  'otc-usdt-offer': sql`
    SELECT 'USDT offer ' || o.id AS subject,
           format('says %s in trades and %s completed; its trades %s and %s', o.in_trades, o.completed, t.running, t.completed) AS detail
      FROM otc_usdt_offers o
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(quantity) FILTER (WHERE closed_at IS NULL), 0) AS running,
              coalesce(sum(quantity) FILTER (WHERE state = 'completed'), 0) AS completed
         FROM otc_usdt_trades WHERE offer_id = o.id) t
     WHERE o.in_trades <> t.running OR o.completed <> t.completed`,
  'otc-usdt-hold': sql`
    SELECT 'USDT offer ' || o.id AS subject, format('holds %s, its holds have %s', o.held, coalesce(h.open, 0)) AS detail
      FROM otc_usdt_offers o
      LEFT JOIN (SELECT split_part(h.transfer_id, ':', 2)::bigint AS offer_id, sum(h.amount - h.posted - h.released) AS open
                   FROM holds h WHERE h.transfer_id LIKE 'otc-usdt-offer:%' GROUP BY 1) h ON h.offer_id = o.id
     WHERE o.held <> coalesce(h.open, 0)`,
  'otc-usdt-escrow': sql`
    SELECT 'USDT trade ' || t.id AS subject, format('is %s over %s + %s; its journals left %s in escrow', t.state, t.quantity, t.seller_fee,
             e.inside) AS detail
      FROM otc_usdt_trades t
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(e.amount), 0) AS inside
         FROM journals j JOIN entries e ON e.journal_id = j.id
         JOIN accounts a ON a.id = e.account_id AND a.kind = 'user_escrow' AND a.owner_account_id = t.seller_account_id
        WHERE j.transfer_id IN ('otc-usdt-escrow:' || t.id, 'otc-usdt-trade:' || t.id, 'otc-usdt-return:' || t.id)) e
     WHERE e.inside <> CASE WHEN t.closed_at IS NULL THEN t.quantity + t.seller_fee ELSE 0 END`,
  'otc-usdt-journal': sql`
    SELECT 'USDT trade ' || t.id AS subject,
           format('is %s over %s with fees of %s and %s; journal %s gave the buyer %s, the seller %s, fees %s', t.state, t.quantity,
                  t.buyer_fee, t.seller_fee, coalesce(j.transfer_id, 'missing'), l.buyer, l.seller, l.fees) AS detail
      FROM otc_usdt_trades t LEFT JOIN journals j ON j.id = t.journal_id
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(e.amount) FILTER (WHERE a.owner_account_id = t.buyer_account_id AND a.kind = 'user_cash'), 0) AS buyer,
              coalesce(sum(e.amount) FILTER (WHERE a.owner_account_id = t.seller_account_id AND a.kind = 'user_cash'), 0) AS seller,
              (SELECT coalesce(sum(amount), 0) FROM fees WHERE fees.journal_id = t.journal_id) AS fees
         FROM entries e JOIN accounts a ON a.id = e.account_id WHERE e.journal_id = t.journal_id) l
     WHERE t.closed_at IS NOT NULL AND CASE t.state
       WHEN 'completed' THEN j.transfer_id IS DISTINCT FROM 'otc-usdt-trade:' || t.id
         OR (l.buyer, l.seller, l.fees) IS DISTINCT FROM (t.quantity - t.buyer_fee, 0::numeric, t.buyer_fee + t.seller_fee)
       ELSE j.transfer_id IS DISTINCT FROM 'otc-usdt-return:' || t.id
         OR (l.buyer, l.seller, l.fees) IS DISTINCT FROM (0::numeric, t.quantity + t.seller_fee, 0::numeric) END`,
  'otc-usdt-orphan': sql`
    SELECT 'journal ' || j.id AS subject, format('%s is of no trade in that state', j.transfer_id) AS detail
      FROM journals j LEFT JOIN otc_usdt_trades t ON t.id = split_part(j.transfer_id, ':', 2)::bigint
     WHERE j.transfer_id ~ '^otc-usdt-(escrow|trade|return):'
       AND (t.id IS NULL OR (j.transfer_id NOT LIKE 'otc-usdt-escrow:%' AND t.journal_id IS DISTINCT FROM j.id))`,
  // Checks the escrow of both markets at once: a buyer of RAB who has not posted the rest has USDT in escrow as well.
  'otc-escrow': sql`
    SELECT 'trading account ' || coalesce(o.account_id, a.owner_account_id) AS subject,
           format('%s USDT are in trades and deposits, its escrow holds %s', coalesce(o.units, 0), coalesce(a.balance, 0)) AS detail
      FROM (SELECT account_id, sum(units) AS units
              FROM (SELECT seller_account_id AS account_id, quantity + seller_fee AS units FROM otc_usdt_trades WHERE closed_at IS NULL
                    UNION ALL SELECT account_id, deposit FROM otc_rab_orders WHERE deposit > 0) u GROUP BY account_id) o
      FULL JOIN (SELECT owner_account_id, balance FROM accounts WHERE kind = 'user_escrow' AND asset = 'USDT') a
        ON a.owner_account_id = o.account_id
     WHERE coalesce(o.units, 0) <> coalesce(a.balance, 0)`,
};

/** Runs each check. @returns the differences that they find; empty when the market and the ledger agree */
export async function reconcileUsdtMarket(tx: Tx): Promise<CheckFinding<UsdtMarketCheck>[]> {
  return runChecks(tx, CHECKS);
}
