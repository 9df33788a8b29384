-- Fees (rules.md §7): the journal of a fee splits it into revenue and the shares of the insurance fund, of promotion and
-- management income, and of the rebate. A row here says whose fee it was and what became of it; the database compares the rows with the
-- journal's entries, so that nothing else of a user's reaches an account that pools are filled from.

INSERT INTO account_kinds (kind, holder, mode, may_be_negative, default_lanes) VALUES ('fee_share', 'system', 'append', false, 1);

INSERT INTO flow_rules (credit_kind, debit_kind, supply) VALUES
  ('fee_share', 'user_cash', 'any'), ('fee_share', 'user_custody', 'any'), ('fee_share', 'user_escrow', 'any'),
  ('fee_share', 'pool', 'any'), ('pool', 'fee_share', 'any');

SELECT ledger_open_system(t.name, t.kind, a.code)
  FROM (VALUES ('USDT'), ('RAB')) a (code),
       (VALUES ('promotion-fees', 'fee_share'), ('dynamic-fees', 'fee_share'), ('dynamic-pool', 'pool')) t (name, kind);

CREATE TABLE fees (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  journal_id bigint NOT NULL REFERENCES journals (id),
  line smallint NOT NULL CHECK (line >= 1),
  -- The trading account that paid it.
  payer_account_id bigint NOT NULL,
  source text NOT NULL CHECK (source IN ('withdrawal', 'custody-redeem', 'otc-rab', 'otc-usdt', 'machine-service')),
  asset text NOT NULL REFERENCES assets (code),
  -- The amount that the fee was charged on.
  base ledger_units NOT NULL CHECK (base > 0),
  amount ledger_units NOT NULL CHECK (amount > 0),
  revenue ledger_units NOT NULL CHECK (revenue >= 0),
  insurance ledger_units NOT NULL CHECK (insurance >= 0),
  -- Generation 1's, generation 2's, and the payer's own.
  promotion ledger_units NOT NULL CHECK (promotion >= 0),
  management ledger_units NOT NULL CHECK (management >= 0),
  dynamic ledger_units NOT NULL CHECK (dynamic >= 0),
  -- The rates that the shares were computed by, decimal fractions by share.
  rates jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(rates) = 'object'),
  at timestamptz NOT NULL,
  UNIQUE (journal_id, line),
  CONSTRAINT fees_whole CHECK (amount = revenue + insurance + promotion + management + dynamic)
);
CREATE INDEX fees_at ON fees (at);

-- Fees of before were all revenue.
WITH taken (journal_id, n, payer, source, base, amount) AS (
  SELECT journal_id, 1, account_id, 'withdrawal', amount, fee FROM withdrawals WHERE state = 'success'
  UNION ALL
  SELECT journal_id, 1, account_id, 'custody-redeem', before - after, fee FROM custody_changes WHERE kind = 'redeemed'
  UNION ALL
  SELECT f.journal_id, s.n, o.account_id, 'otc-rab', f.amount, s.fee
    FROM otc_rab_fills f, LATERAL (VALUES (1, f.buy_order_id, f.buyer_fee), (2, f.sell_order_id, f.seller_fee)) s (n, order_id, fee)
    JOIN otc_rab_orders o ON o.id = s.order_id WHERE f.status = 'settled'
  UNION ALL
  SELECT t.journal_id, s.n, s.account_id, 'otc-usdt', t.quantity, s.fee
    FROM otc_usdt_trades t, LATERAL (VALUES (1, t.buyer_account_id, t.buyer_fee), (2, t.seller_account_id, t.seller_fee)) s (n, account_id, fee)
   WHERE t.state = 'completed')
INSERT INTO fees (journal_id, line, payer_account_id, source, asset, base, amount, revenue, insurance, promotion, management, dynamic, at)
SELECT t.journal_id, row_number() OVER (PARTITION BY t.journal_id ORDER BY t.n), t.payer, t.source, 'USDT', t.base, t.amount, t.amount,
       0, 0, 0, 0, j.created_at
  FROM taken t JOIN journals j ON j.id = t.journal_id WHERE t.amount > 0 ORDER BY t.journal_id, t.n;

CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON fees FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON fees FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- Journals whose credits to the accounts of fees are not what the fees' rows say. Without rows nothing may come from a user, and nothing at all
-- may be called a share. A view, so that a journal's id reaches the indexes.
CREATE VIEW ledger_refused_fees AS
  SELECT j.id AS journal_id, x.asset, x.credited, x.declared
    FROM journals j
   CROSS JOIN LATERAL (
     SELECT coalesce(m.asset, f.asset) AS asset,
            CASE WHEN f.asset IS NOT NULL THEN ARRAY[m.revenue, m.insurance, m.promotion, m.dynamic]
                 ELSE ARRAY[CASE WHEN m.by_user THEN m.revenue ELSE 0 END, 0, m.promotion, m.dynamic] END AS credited,
            ARRAY[coalesce(f.revenue, 0), coalesce(f.insurance, 0), coalesce(f.promotion, 0), coalesce(f.dynamic, 0)] AS declared
       FROM (SELECT e.asset, bool_or(e.amount < 0 AND a.owner_account_id IS NOT NULL) AS by_user,
                    coalesce(sum(e.amount) FILTER (WHERE e.amount > 0 AND a.name = 'fee-revenue'), 0) AS revenue,
                    coalesce(sum(e.amount) FILTER (WHERE e.amount > 0 AND a.name = 'insurance'), 0) AS insurance,
                    coalesce(sum(e.amount) FILTER (WHERE e.amount > 0 AND a.name = 'promotion-fees'), 0) AS promotion,
                    coalesce(sum(e.amount) FILTER (WHERE e.amount > 0 AND a.name = 'dynamic-fees'), 0) AS dynamic
               FROM entries e JOIN accounts a ON a.id = e.account_id WHERE e.journal_id = j.id GROUP BY e.asset) m
       FULL JOIN (SELECT asset, sum(revenue) AS revenue, sum(insurance) AS insurance, sum(promotion + management) AS promotion,
                         sum(dynamic) AS dynamic
                    FROM fees WHERE fees.journal_id = j.id GROUP BY asset) f ON f.asset = m.asset) x
   WHERE x.credited IS DISTINCT FROM x.declared;

CREATE FUNCTION ledger_refuse_fees(p_journal bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE bad text;
BEGIN
  SELECT format('journal %s credits %s of %s, its fees say %s', r.journal_id, r.credited, r.asset, r.declared) INTO bad
    FROM ledger_refused_fees r WHERE r.journal_id = p_journal LIMIT 1;
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'LG019', MESSAGE = 'fee-refused', DETAIL = bad;
  END IF;
END $$;

CREATE FUNCTION fees_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger_refuse_fees(NEW.journal_id);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER fees_match AFTER INSERT ON fees DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION fees_at_commit();

-- As in 0000, and what the journal says of fees is what its entries do.
CREATE OR REPLACE FUNCTION journals_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE legs bigint; bad text;
BEGIN
  SELECT sum(t.n), min(t.asset) FILTER (WHERE t.total <> 0) INTO legs, bad
    FROM (SELECT asset, count(*) AS n, sum(amount) AS total FROM entries WHERE journal_id = NEW.id GROUP BY asset) t;
  IF legs IS DISTINCT FROM NEW.leg_count::bigint OR bad IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'LG012', MESSAGE = 'unbalanced', DETAIL = format('journal %s %s', NEW.id, coalesce(bad, 'legs'));
  END IF;
  SELECT format('%s from %s', refused.credit_kind, refused.debit_kind) INTO bad FROM ledger_refused_flows refused
    WHERE refused.journal_id = NEW.id LIMIT 1;
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'LG014', MESSAGE = 'source-refused', DETAIL = bad;
  END IF;
  PERFORM ledger_refuse_fees(NEW.id);
  RETURN NULL;
END $$;

-- As in 0001, and writes the fees that a journal carries:
-- fees: [{payer, source, asset, base, shares: {revenue, insurance, promotion, management, dynamic}, rates?}], amounts as text.
CREATE OR REPLACE FUNCTION ledger_post_resolved(j jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
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
  IF j ? 'fees' THEN
    INSERT INTO fees (journal_id, line, payer_account_id, source, asset, base, amount, revenue, insurance, promotion, management, dynamic, rates, at)
    SELECT journal, f.ordinality, (f.value ->> 'payer')::bigint, f.value ->> 'source', f.value ->> 'asset', (f.value ->> 'base')::numeric,
           s.revenue + s.insurance + s.promotion + s.management + s.dynamic, s.revenue, s.insurance, s.promotion, s.management, s.dynamic,
           coalesce(f.value -> 'rates', '{}'), to_timestamp((j ->> 'createdAt')::numeric / 1000)
      FROM jsonb_array_elements(j -> 'fees') WITH ORDINALITY f,
           jsonb_to_record(f.value -> 'shares') s (revenue numeric, insurance numeric, promotion numeric, management numeric, dynamic numeric);
  END IF;
  RETURN jsonb_build_object('journalId', journal::text, 'entries', written);
END $$;

-- What part of a user's next OTC fees comes back, by the volume of the 30 days before; computed once a day for everybody.
CREATE TABLE rebate_rates (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  volume ledger_units NOT NULL CHECK (volume >= 0),
  rate numeric(11, 10) NOT NULL CHECK (rate BETWEEN 0 AND 0.2),
  -- In UTC.
  day date NOT NULL
);
