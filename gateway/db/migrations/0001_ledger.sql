-- What the gateway calls. One round trip per business act; every lock is taken in one fixed order: accounts by id, then
-- pool lanes. Callers that post in one transaction more than once may still deadlock and are retried.

-- Opens the lanes of a named system account; opening again is harmless and may add lanes.
--
-- Why lanes: a pool that must never go negative needs its balance checked under a row lock, and one row would make every
-- payer wait for every other. N rows share the money instead. A debit takes a lane that nobody holds and that has enough
-- (SKIP LOCKED); when there is none it waits for one lane, and gathers from all only when that one is short. A credit lands on one free lane; a big
-- funding is spread over all. The pool is empty only when all lanes together are too small.
CREATE FUNCTION ledger_open_system(p_name text, p_kind text, p_asset text, p_lanes int DEFAULT NULL) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO accounts (name, kind, asset, lane, mode, may_be_negative)
  SELECT p_name, p_kind, p_asset, n, k.mode, k.may_be_negative
    FROM account_kinds k, generate_series(0, coalesce(p_lanes, k.default_lanes) - 1) n
   WHERE k.kind = p_kind AND (k.mode = 'checked' OR n = 0)
  ON CONFLICT (name, asset, lane) WHERE name IS NOT NULL DO NOTHING
$$;

CREATE FUNCTION ledger_open_user(p_owner bigint, p_kind text, p_asset text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO accounts (owner_account_id, kind, asset, mode, may_be_negative)
  VALUES (p_owner, p_kind, p_asset, 'checked', false)
  ON CONFLICT (owner_account_id, kind, asset) WHERE owner_account_id IS NOT NULL DO NOTHING
$$;

-- The account that a leg names: {id} | {owner, kind, asset} (opened on first use) | {system, asset} (lane 0).
CREATE FUNCTION ledger_resolve(p_leg jsonb) RETURNS accounts LANGUAGE plpgsql AS $$
DECLARE a accounts;
BEGIN
  IF p_leg ? 'id' THEN
    SELECT * INTO a FROM accounts WHERE id = (p_leg ->> 'id')::bigint;
  ELSIF p_leg ? 'system' THEN
    SELECT * INTO a FROM accounts WHERE name = p_leg ->> 'system' AND asset = p_leg ->> 'asset' AND lane = 0;
  ELSE
    FOR attempt IN 1..2 LOOP
      SELECT * INTO a FROM accounts WHERE owner_account_id = (p_leg ->> 'owner')::bigint
        AND kind = p_leg ->> 'kind' AND asset = p_leg ->> 'asset';
      EXIT WHEN a.id IS NOT NULL OR attempt = 2;
      PERFORM ledger_open_user((p_leg ->> 'owner')::bigint, p_leg ->> 'kind', p_leg ->> 'asset');
    END LOOP;
  END IF;
  IF a.id IS NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'LG013', MESSAGE = 'unknown-account', DETAIL = p_leg::text;
  END IF;
  RETURN a;
END $$;

CREATE FUNCTION ledger_amount(p_text text) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_text IS NULL OR p_text !~ '^-?[1-9][0-9]{0,35}$' THEN
    RAISE EXCEPTION USING ERRCODE = 'LG018', MESSAGE = 'amount-out-of-range', DETAIL = coalesce(p_text, 'null');
  END IF;
  RETURN p_text::numeric;
END $$;

CREATE FUNCTION ledger_refuse_duplicate(p_transfer text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM journals WHERE transfer_id = p_transfer) OR EXISTS (SELECT FROM holds WHERE transfer_id = p_transfer) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG015', MESSAGE = 'duplicate-transfer', DETAIL = p_transfer;
  END IF;
END $$;

-- Locks lanes of a pool for one amount (negative takes, positive gives) and says which lane moves how much.
CREATE FUNCTION ledger_lanes(p_name text, p_asset text, p_amount numeric, p_start int, p_spread boolean)
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
  IF lane_id IS NOT NULL THEN
    RETURN QUERY SELECT lane_id, p_amount;
    RETURN;
  END IF;
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

-- Posts journals, all or none: [{transferId, kind, reference?, memo?, createdAt (UTC ms),
-- legs: [{id | owner+kind+asset | system+asset, amount, holdId?, releaseRest?, spread?}]}]. Legs that address the same
-- pool with the same sign are one leg. Answers [{journalId, entries: [{entryId, accountId, asset, amount, accountSeq, balanceAfter}]}].
-- Generic plans: every statement below is an index look-up, so planning each again would only cost.
CREATE FUNCTION ledger_post(p_journals jsonb) RETURNS jsonb LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  j jsonb; resolved jsonb := '[]'; legs jsonb; ordinary bigint[] := '{}'; answers jsonb := '[]';
BEGIN
  FOR j IN SELECT e.value FROM jsonb_array_elements(p_journals) WITH ORDINALITY e ORDER BY e.ordinality LOOP
    PERFORM ledger_refuse_duplicate(j ->> 'transferId');
    legs := ledger_resolve_legs(j -> 'legs');
    ordinary := ordinary || ARRAY(SELECT (e.value ->> 'id')::bigint FROM jsonb_array_elements(legs) e WHERE NOT e.value ? 'pool');
    resolved := resolved || jsonb_build_array(j || jsonb_build_object('legs', legs));
  END LOOP;
  PERFORM FROM accounts WHERE id = ANY (ordinary) AND mode = 'checked' ORDER BY id FOR NO KEY UPDATE;
  FOR j IN SELECT e.value FROM jsonb_array_elements(resolved) WITH ORDINALITY e ORDER BY e.ordinality LOOP
    -- Again, now that the locks are held: the same transfer may have committed while this one waited for them.
    PERFORM ledger_refuse_duplicate(j ->> 'transferId');
    answers := answers || jsonb_build_array(ledger_post_resolved(j));
  END LOOP;
  SET CONSTRAINTS journals_whole IMMEDIATE;
  SET CONSTRAINTS journals_whole DEFERRED;
  RETURN answers;
END $$;

CREATE FUNCTION ledger_resolve_legs(p_legs jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE l jsonb; a accounts; units numeric; pools jsonb := '{}'; out_legs jsonb := '[]'; pool_key text; n int := 0;
BEGIN
  FOR l IN SELECT e.value FROM jsonb_array_elements(p_legs) WITH ORDINALITY e ORDER BY e.ordinality LOOP
    units := ledger_amount(l ->> 'amount');
    a := ledger_resolve(l);
    IF l ? 'system' AND EXISTS (SELECT FROM accounts WHERE name = a.name AND asset = a.asset AND lane = 1) THEN
      pool_key := a.name || '/' || a.asset || '/' || sign(units);
      IF pools ? pool_key THEN
        out_legs := jsonb_set(out_legs, ARRAY[pools ->> pool_key, 'amount'],
          to_jsonb(((out_legs -> (pools ->> pool_key)::int ->> 'amount')::numeric + units)::text));
        CONTINUE;
      END IF;
      pools := pools || jsonb_build_object(pool_key, n);
      l := l || jsonb_build_object('pool', a.name);
    END IF;
    out_legs := out_legs || jsonb_build_array(l || jsonb_build_object('id', a.id));
    n := n + 1;
  END LOOP;
  RETURN out_legs;
END $$;

-- One journal whose legs are resolved and whose ordinary accounts are locked.
CREATE FUNCTION ledger_post_resolved(j jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  l jsonb; journal bigint; accts bigint[] := '{}'; amounts numeric[] := '{}'; hold_ids bigint[] := '{}'; rest_of bigint[] := '{}';
  r record; written jsonb; start_lane int := abs(hashtext(j ->> 'transferId') % 64);
BEGIN
  FOR l IN SELECT e.value FROM jsonb_array_elements(j -> 'legs') WITH ORDINALITY e ORDER BY e.ordinality LOOP
    IF l ? 'pool' THEN
      FOR r IN SELECT * FROM ledger_lanes(l ->> 'pool', l ->> 'asset', (l ->> 'amount')::numeric, start_lane,
                                          coalesce((l ->> 'spread')::boolean, false)) LOOP
        accts := accts || r.account_id; amounts := amounts || r.amount; hold_ids := hold_ids || NULL::bigint;
      END LOOP;
    ELSE
      accts := accts || (l ->> 'id')::bigint;
      amounts := amounts || (l ->> 'amount')::numeric;
      hold_ids := hold_ids || (l ->> 'holdId')::bigint;
      IF (l ->> 'releaseRest')::boolean THEN rest_of := rest_of || (l ->> 'holdId')::bigint; END IF;
    END IF;
  END LOOP;
  IF cardinality(accts) < 2 THEN
    RAISE EXCEPTION USING ERRCODE = 'LG012', MESSAGE = 'unbalanced', DETAIL = 'fewer than two entries';
  END IF;
  INSERT INTO journals (transfer_id, kind, reference, memo, leg_count, created_at)
  VALUES (j ->> 'transferId', j ->> 'kind', j ->> 'reference', coalesce(j -> 'memo', '{}'), cardinality(accts),
          to_timestamp((j ->> 'createdAt')::numeric / 1000))
  RETURNING id INTO journal;
  WITH inserted AS (
    INSERT INTO entries (journal_id, leg, account_id, asset, amount, hold_id)
    SELECT journal, t.n, t.account_id, '', t.amount, t.hold_id
      FROM unnest(accts, amounts, hold_ids) WITH ORDINALITY AS t (account_id, amount, hold_id, n) ORDER BY t.n
    RETURNING *)
  SELECT jsonb_agg(jsonb_build_object('entryId', i.id::text, 'accountId', i.account_id::text, 'asset', i.asset, 'amount', i.amount::text,
           'accountSeq', i.account_seq::text, 'balanceAfter', i.balance_after::text) ORDER BY i.leg) INTO written FROM inserted i;
  UPDATE holds SET released = amount - posted WHERE id = ANY (rest_of) AND posted + released < amount;
  RETURN jsonb_build_object('journalId', journal::text, 'entries', written);
END $$;

-- Moves available to held: {transferId, reference?, createdAt, id | owner+kind+asset, amount}. Answers the hold's id.
CREATE FUNCTION ledger_hold(p jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE a accounts; units numeric := ledger_amount(p ->> 'amount'); hold bigint;
BEGIN
  IF units < 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'LG018', MESSAGE = 'amount-out-of-range', DETAIL = units::text;
  END IF;
  PERFORM ledger_refuse_duplicate(p ->> 'transferId');
  a := ledger_resolve(p);
  PERFORM FROM accounts WHERE id = a.id FOR NO KEY UPDATE;
  PERFORM ledger_refuse_duplicate(p ->> 'transferId');
  INSERT INTO holds (transfer_id, account_id, amount, reference, created_at)
  VALUES (p ->> 'transferId', a.id, units, p ->> 'reference', to_timestamp((p ->> 'createdAt')::numeric / 1000))
  RETURNING id INTO hold;
  RETURN hold;
END $$;

-- Moves held back to available, all that is left of the hold when no amount is given. Answers what was released.
CREATE FUNCTION ledger_release(p_hold bigint, p_amount numeric DEFAULT NULL) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE h holds; units numeric;
BEGIN
  SELECT * INTO h FROM holds WHERE id = p_hold;
  IF h.id IS NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'LG016', MESSAGE = 'unknown-hold', DETAIL = p_hold::text;
  END IF;
  PERFORM FROM accounts WHERE id = h.account_id FOR NO KEY UPDATE;
  SELECT * INTO h FROM holds WHERE id = p_hold;
  units := coalesce(p_amount, h.amount - h.posted - h.released);
  IF units <= 0 OR units > h.amount - h.posted - h.released THEN
    RAISE EXCEPTION USING ERRCODE = 'LG017', MESSAGE = 'hold-exceeded', DETAIL = p_hold::text;
  END IF;
  UPDATE holds SET released = released + units WHERE id = p_hold;
  RETURN units;
END $$;

-- Numbers the waiting entries of append accounts without gaps, at most p_limit per account. Answers how many.
CREATE FUNCTION ledger_seal(p_limit int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE account bigint; sealed bigint := 0; n bigint;
BEGIN
  FOR account IN SELECT DISTINCT account_id FROM entries_unsealed ORDER BY account_id LOOP
    PERFORM ledger_lock_append(account);
    INSERT INTO entry_seals (account_id, seq, entry_id, balance_after)
    SELECT account, coalesce(s.seq, 0) + row_number() OVER w, e.id, coalesce(s.balance_after, 0) + sum(e.amount) OVER w
      FROM (SELECT entry_id FROM entries_unsealed WHERE account_id = account ORDER BY entry_id LIMIT p_limit) u
      JOIN entries e ON e.id = u.entry_id
      LEFT JOIN LATERAL (SELECT seq, balance_after FROM entry_seals WHERE account_id = account ORDER BY seq DESC LIMIT 1) s ON true
    WINDOW w AS (ORDER BY e.id) ORDER BY e.id;
    GET DIAGNOSTICS n = ROW_COUNT;
    DELETE FROM entries_unsealed u USING entry_seals s WHERE u.account_id = account AND s.entry_id = u.entry_id;
    sealed := sealed + n;
  END LOOP;
  RETURN sealed;
END $$;

-- The chart of system accounts (gateway/ledger/chart.ts names the same).
SELECT ledger_open_system(t.name, t.kind, a.code)
  FROM assets a, (VALUES
    ('yield-pool', 'pool'), ('mining-pool', 'pool'), ('airdrop-pool', 'pool'), ('promotion-pool', 'pool'), ('dividend-pool', 'pool'),
    ('custody-reserve', 'reserve'), ('treasury', 'treasury'),
    ('fee-revenue', 'fee_revenue'), ('mining-receipts', 'mining_receipts'), ('machine-sales', 'machine_sales'),
    ('insurance', 'insurance'), ('rounding', 'rounding'), ('operator-drawings', 'operator_drawings'),
    ('operator-capital', 'operator_capital'), ('external-deposits', 'external_deposits'),
    ('external-withdrawals', 'external_withdrawals'), ('demo-funding', 'demo_funding')) AS t (name, kind);
SELECT ledger_open_system('issuance', 'issuance', code) FROM assets WHERE supply = 'fixed';
