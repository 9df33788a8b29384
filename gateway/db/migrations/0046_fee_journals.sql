-- Which journals may take a fee (rules.md §1, §7). A row of fees is the only way in which a user's money becomes revenue or a share that pools are filled
-- from; so a purchase, a deposit or the return of principal carries none, whatever it calls itself.
CREATE VIEW ledger_stray_fees AS
  SELECT f.journal_id, f.line,
         format('a fee of %s from %s on %s in a journal of %s', f.amount, f.source, f.base, j.kind) AS detail
    FROM fees f JOIN journals j ON j.id = f.journal_id
   WHERE j.kind IS DISTINCT FROM CASE f.source WHEN 'otc-rab' THEN 'otc-trade' WHEN 'otc-usdt' THEN 'otc-trade' ELSE f.source END
         -- A withdrawal's fee has a fixed part, which may be more than a small withdrawal.
      OR (f.amount > f.base AND f.source <> 'withdrawal')
         -- What machines have mined pays its service fee itself; every other fee is of somebody who is in the journal.
      OR CASE f.source
           WHEN 'machine-service' THEN EXISTS (SELECT FROM entries e JOIN accounts a ON a.id = e.account_id
             WHERE e.journal_id = f.journal_id AND e.amount < 0 AND a.name IS DISTINCT FROM 'mining-pool')
           ELSE NOT EXISTS (SELECT FROM entries e JOIN accounts a ON a.id = e.account_id
             WHERE e.journal_id = f.journal_id AND a.owner_account_id = f.payer_account_id) END;

-- As in 0043, and no fee is where none may be.
CREATE OR REPLACE FUNCTION ledger_refuse_fees(p_journal bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE bad text;
BEGIN
  SELECT format('journal %s credits %s of %s, its fees say %s', r.journal_id, r.credited, r.asset, r.declared) INTO bad
    FROM ledger_refused_fees r WHERE r.journal_id = p_journal LIMIT 1;
  IF bad IS NULL THEN
    SELECT format('journal %s has %s', s.journal_id, s.detail) INTO bad FROM ledger_stray_fees s WHERE s.journal_id = p_journal LIMIT 1;
  END IF;
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'LG019', MESSAGE = 'fee-refused', DETAIL = bad;
  END IF;
END $$;
