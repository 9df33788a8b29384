-- Custody's interest and airdrops write their own rows from here on; between 0044 and now they wrote journals alone.
INSERT INTO incomes (account_id, source, cause, asset, amount, pool, inputs, income_at, created_at, journal_id, arrived_at)
SELECT a.owner_account_id, j.kind,
       CASE j.kind WHEN 'airdrop' THEN j.reference ELSE j.reference || ':' || (j.memo ->> 'day') END, e.asset, e.amount,
       CASE j.kind WHEN 'airdrop' THEN 'airdrop-pool' ELSE 'custody-reserve' END, CASE j.kind WHEN 'airdrop' THEN '{}' ELSE j.memo END,
       CASE j.kind WHEN 'airdrop' THEN j.created_at ELSE to_timestamp((j.memo ->> 'dueAt')::numeric / 1000) END, j.created_at, j.id, j.created_at
  FROM journals j JOIN entries e ON e.journal_id = j.id AND e.amount > 0 JOIN accounts a ON a.id = e.account_id AND a.kind = 'user_cash'
 WHERE j.kind IN ('custody-interest', 'airdrop') AND NOT EXISTS (SELECT FROM incomes i WHERE i.journal_id = j.id) ORDER BY j.id;

-- Lists are by the time at which a row was made, and the series of the latest days reads by it as well.
DROP INDEX incomes_account;
CREATE INDEX incomes_account ON incomes (account_id, created_at, id);
