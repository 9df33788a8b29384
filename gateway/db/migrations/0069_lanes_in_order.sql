-- Draws on a nearly empty pool met in deadlocks, and one that met in six in a row was refused as a failure of the server.
--
-- PostgreSQL keeps the lock of a row that it waited for, or found changed, also where the row no longer meets the condition: a lane that
-- another draw has emptied meanwhile. With such a lock in hand, a draw then waited for all lanes. Now the locks of a lane that turned out
-- short end with the block that took them, so that whoever waits for all lanes holds none. As in 0001 otherwise.
CREATE OR REPLACE FUNCTION ledger_lanes(p_name text, p_asset text, p_amount numeric, p_start int, p_spread boolean)
RETURNS TABLE (account_id bigint, amount numeric) LANGUAGE plpgsql AS $$
DECLARE lanes int; lane_id bigint; rest numeric := -p_amount; r record;
BEGIN
  SELECT count(*) INTO lanes FROM accounts a WHERE a.name = p_name AND a.asset = p_asset;
  IF p_spread AND p_amount >= lanes THEN
    PERFORM FROM accounts a WHERE a.name = p_name AND a.asset = p_asset ORDER BY a.id FOR NO KEY UPDATE;
    RETURN QUERY SELECT a.id, div(p_amount, lanes) + CASE WHEN row_number() OVER (ORDER BY a.id) <= mod(p_amount, lanes) THEN 1 ELSE 0 END
      FROM accounts a WHERE a.name = p_name AND a.asset = p_asset;
    RETURN;
  END IF;
  BEGIN
    SELECT a.id INTO lane_id FROM accounts a
     WHERE a.name = p_name AND a.asset = p_asset AND (p_amount > 0 OR a.balance - a.held >= -p_amount)
     ORDER BY (a.lane + p_start) % lanes LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
    -- All are taken, or those that are free are short: wait for one lane, not for all of them.
    IF lane_id IS NULL THEN
      SELECT a.id INTO lane_id FROM accounts a
       WHERE a.name = p_name AND a.asset = p_asset AND a.lane = p_start % lanes
         AND (p_amount > 0 OR a.balance - a.held >= -p_amount)
        FOR NO KEY UPDATE;
    END IF;
    IF lane_id IS NULL THEN
      RAISE SQLSTATE 'LG900' USING MESSAGE = 'no lane has enough';
    END IF;
    RETURN QUERY SELECT lane_id, p_amount;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'LG900' THEN
    -- The block's locks are gone.
  END;
  PERFORM FROM accounts a WHERE a.name = p_name AND a.asset = p_asset ORDER BY a.id FOR NO KEY UPDATE;
  IF (SELECT sum(a.balance - a.held) FROM accounts a WHERE a.name = p_name AND a.asset = p_asset) < rest THEN
    RAISE EXCEPTION USING ERRCODE = 'LG011', MESSAGE = 'pool-empty', DETAIL = p_name;
  END IF;
  -- Fullest first: one lane alone when one has enough by now, else as few entries as possible.
  FOR r IN SELECT a.id, a.balance - a.held AS free FROM accounts a
            WHERE a.name = p_name AND a.asset = p_asset AND a.balance > a.held ORDER BY 2 DESC, a.id LOOP
    RETURN QUERY SELECT r.id, -least(rest, r.free);
    rest := rest - least(rest, r.free);
    EXIT WHEN rest = 0;
  END LOOP;
END $$;
