-- What came into an account's equity from outside, or left it: a deposit is no gain and a withdrawal no loss (rules.md §4, §7).

-- The net flow of one trading account from p_from (null: from its beginning) up to, not including, p_until, in USDT's smallest
-- units at p_price per RAB, rounded towards zero. Flows are what passes the boundary of the platform (so that the fee of a withdrawal is a loss),
-- transfers between one's own accounts, and demo credit. Income is a gain: interest, airdrops.
CREATE FUNCTION equity_flow(p_account bigint, p_from timestamptz, p_until timestamptz, p_price numeric) RETURNS numeric
LANGUAGE sql STABLE AS $$
  WITH moved AS (
    SELECT e.asset, e.journal_id, j.kind, sum(e.amount) AS amount
      FROM accounts a
     CROSS JOIN LATERAL (
       -- Entries are gone through from the newest back to the beginning of the time, not from the account's beginning.
       SELECT coalesce((SELECT b.account_seq FROM entries b JOIN journals c ON c.id = b.journal_id
                         WHERE b.account_id = a.id AND c.created_at < p_from ORDER BY b.account_seq DESC LIMIT 1), 0) AS seq) before
      JOIN entries e ON e.account_id = a.id AND e.account_seq > before.seq
      JOIN journals j ON j.id = e.journal_id AND j.created_at < p_until AND (p_from IS NULL OR j.created_at >= p_from)
     WHERE a.owner_account_id = p_account
     GROUP BY e.asset, e.journal_id, j.kind
  ), flow AS (
    SELECT m.asset, sum(CASE WHEN m.kind IN ('transfer', 'demo-credit') THEN m.amount ELSE
             (SELECT -coalesce(sum(o.amount), 0) FROM entries o JOIN accounts b ON b.id = o.account_id
               WHERE o.journal_id = m.journal_id AND o.asset = m.asset
                 AND b.kind IN ('external_deposits', 'external_withdrawals', 'demo_funding')) END) AS net
      FROM moved m GROUP BY m.asset
  )
  SELECT coalesce(sum(CASE f.asset WHEN 'USDT' THEN f.net ELSE div(f.net * p_price, 10::numeric ^ s.decimals) END), 0)
    FROM flow f JOIN assets s ON s.code = f.asset
$$;

-- Since the snapshot before, also over days that have none; the first one counts from the account's beginning.
ALTER TABLE equity_snapshots ADD COLUMN flow_usdt ledger_units;
UPDATE equity_snapshots s SET flow_usdt = equity_flow(s.account_id,
  (SELECT max(b.day) + interval '1 day' FROM equity_snapshots b WHERE b.account_id = s.account_id AND b.day < s.day),
  s.day + interval '1 day', s.price);
ALTER TABLE equity_snapshots ALTER COLUMN flow_usdt SET NOT NULL;
