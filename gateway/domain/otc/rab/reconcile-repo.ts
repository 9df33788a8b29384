/** The RAB market's rows against the ledger: holds are what waits, fills are their journals, and escrow is what waits for a rest. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../db/transaction';
import { runChecks, type CheckFinding } from '../../../ledger/checks';

export type RabMarketCheck =
  | 'otc-rab-hold'
  | 'otc-rab-order'
  | 'otc-rab-journal'
  | 'otc-rab-orphan'
  | 'otc-rab-escrow'
  | 'otc-rab-escrowed';

const CHECKS: Record<RabMarketCheck, SQL> = {
  'otc-rab-hold': sql`
    SELECT 'RAB order ' || o.id AS subject,
           format('holds %s, its hold is of %s, posted %s, released %s', o.held, h.amount, h.posted, h.released) AS detail
      FROM otc_rab_orders o JOIN holds h ON h.id = o.hold_id JOIN accounts a ON a.id = h.account_id
     WHERE h.amount - h.posted - h.released <> o.held OR a.owner_account_id <> o.account_id OR a.kind <> 'user_cash'
        OR a.asset <> CASE o.side WHEN 'sell' THEN 'RAB' ELSE 'USDT' END`,
  'otc-rab-order': sql`
    SELECT 'RAB order ' || o.id AS subject,
           format('says %s settled for %s with a fee of %s, %s awaiting with %s deposited; its fills %s, %s, %s, %s, %s',
                  o.settled, o.settled_amount, o.fee, o.awaiting, o.deposit, f.settled, f.amount, f.fee, f.awaiting, f.deposit) AS detail
      FROM otc_rab_orders o
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(quantity) FILTER (WHERE status = 'settled'), 0) AS settled,
              coalesce(sum(amount) FILTER (WHERE status = 'settled'), 0) AS amount,
              coalesce(sum(CASE o.side WHEN 'buy' THEN buyer_fee ELSE seller_fee END) FILTER (WHERE status = 'settled'), 0) AS fee,
              coalesce(sum(quantity) FILTER (WHERE status = 'awaiting-rest'), 0) AS awaiting,
              coalesce(sum(deposit) FILTER (WHERE status = 'awaiting-rest'), 0) AS deposit
         FROM otc_rab_fills
        WHERE (o.side = 'buy' AND buy_order_id = o.id) OR (o.side = 'sell' AND sell_order_id = o.id)) f
     WHERE (o.settled, o.settled_amount, o.fee, o.awaiting) IS DISTINCT FROM (f.settled, f.amount, f.fee, f.awaiting)
        OR o.fee <> ceil(o.settled_amount * o.fee_rate) OR (o.side = 'buy' AND o.deposit <> f.deposit)`,
  'otc-rab-journal': sql`
    SELECT 'RAB fill ' || f.id AS subject,
           format('%s RAB for %s with fees of %s; journal %s (%s) moved %s, %s and %s', f.quantity, f.amount, f.buyer_fee + f.seller_fee,
                  f.journal_id, coalesce(j.kind, 'missing'), l.rab, l.usdt, l.fees) AS detail
      FROM otc_rab_fills f
      JOIN otc_rab_orders b ON b.id = f.buy_order_id JOIN otc_rab_orders s ON s.id = f.sell_order_id
      LEFT JOIN journals j ON j.id = f.journal_id
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(e.amount) FILTER (WHERE a.owner_account_id = b.account_id AND e.asset = 'RAB'), 0) AS rab,
              coalesce(sum(e.amount) FILTER (WHERE a.owner_account_id = s.account_id AND e.asset = 'USDT'), 0) AS usdt,
              (SELECT coalesce(sum(amount), 0) FROM fees WHERE fees.journal_id = f.journal_id) AS fees
         FROM entries e JOIN accounts a ON a.id = e.account_id WHERE e.journal_id = f.journal_id) l
     WHERE f.status = 'settled' AND (j.kind IS DISTINCT FROM 'otc-trade' OR j.transfer_id IS DISTINCT FROM 'otc-rab:' || f.id
        OR l.rab <> f.quantity OR l.usdt <> f.amount - f.seller_fee OR l.fees <> f.buyer_fee + f.seller_fee)`,
  'otc-rab-orphan': sql`
    SELECT 'journal ' || j.id AS subject, format('%s is of no fill in that state', j.transfer_id) AS detail
      FROM journals j
     WHERE (j.transfer_id LIKE 'otc-rab:%'
            AND NOT EXISTS (SELECT FROM otc_rab_fills f WHERE f.journal_id = j.id AND f.status = 'settled'))
        OR (j.transfer_id LIKE 'otc-rab-escrow:%' AND NOT EXISTS (SELECT FROM otc_rab_fills f WHERE f.escrow_journal_id = j.id))
        OR (j.transfer_id LIKE 'otc-rab-return:%'
            AND NOT EXISTS (SELECT FROM otc_rab_fills f WHERE f.journal_id = j.id AND f.status = 'rest-missed'))`,
  // RAB is in escrow for this market only; USDT in escrow is checked with that of the other market.
  'otc-rab-escrow': sql`
    SELECT 'trading account ' || coalesce(o.account_id, a.owner_account_id) AS subject,
           format('%s RAB wait for rests, its escrow holds %s', coalesce(o.awaiting, 0), coalesce(a.balance, 0)) AS detail
      FROM (SELECT account_id, sum(awaiting) AS awaiting FROM otc_rab_orders WHERE side = 'sell' GROUP BY account_id) o
      FULL JOIN (SELECT owner_account_id, balance FROM accounts WHERE kind = 'user_escrow' AND asset = 'RAB') a
        ON a.owner_account_id = o.account_id
     WHERE coalesce(o.awaiting, 0) <> coalesce(a.balance, 0)`,
  'otc-rab-escrowed': sql`
    SELECT 'RAB fill ' || f.id AS subject,
           format('%s RAB and a deposit of %s; its journals leave %s and %s in escrow', f.quantity, f.deposit, l.rab, l.usdt) AS detail
      FROM otc_rab_fills f
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(e.amount) FILTER (WHERE e.asset = 'RAB'), 0) AS rab, coalesce(sum(e.amount) FILTER (WHERE e.asset = 'USDT'), 0) AS usdt
         FROM journals j JOIN entries e ON e.journal_id = j.id JOIN accounts a ON a.id = e.account_id AND a.kind = 'user_escrow'
        WHERE j.reference = f.id::text AND j.transfer_id LIKE 'otc-rab%') l
     WHERE f.deposit IS NOT NULL
       AND (l.rab, l.usdt) IS DISTINCT FROM CASE f.status WHEN 'awaiting-rest' THEN (f.quantity::numeric, f.deposit::numeric) ELSE (0::numeric, 0::numeric) END`,
};

/** Runs each check. @returns the differences that they find; empty when the RAB market and the ledger agree */
export async function reconcileRabMarket(tx: Tx): Promise<CheckFinding<RabMarketCheck>[]> {
  return runChecks(tx, CHECKS);
}
