-- The insurance fund (rules.md §7): each payout with its reason, and the fund's movements added up by UTC day and source, so that reading
-- them does not grow with the fees. The ledger keeps the fund itself from going below zero (0000).

CREATE TABLE insurance_payouts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose cash was paid; null: it left the platform through operator-drawings.
  user_id bigint REFERENCES users (id),
  asset text NOT NULL REFERENCES assets (code),
  amount ledger_units NOT NULL CHECK (amount > 0),
  -- Everybody can read it.
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  journal_id bigint NOT NULL UNIQUE REFERENCES journals (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX insurance_payouts_at ON insurance_payouts (created_at DESC, id DESC);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON insurance_payouts FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON insurance_payouts FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- Sealed entries of the fund up to `last_seq`, which is the highest of all rows of the asset: seals are numbered without gaps, and in
-- the order of their commits.
CREATE TABLE insurance_days (
  asset text NOT NULL REFERENCES assets (code),
  day date NOT NULL,
  -- The fee's source; the journal's kind for what is no fee.
  source text NOT NULL,
  inflow ledger_units NOT NULL CHECK (inflow >= 0),
  outflow ledger_units NOT NULL CHECK (outflow >= 0),
  entries bigint NOT NULL CHECK (entries > 0),
  last_seq bigint NOT NULL CHECK (last_seq > 0),
  PRIMARY KEY (asset, day, source)
);
CREATE INDEX insurance_days_through ON insurance_days (asset, last_seq DESC);

CREATE FUNCTION insurance_days_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.asset, NEW.day, NEW.source) IS DISTINCT FROM (OLD.asset, OLD.day, OLD.source)
     OR NEW.inflow < OLD.inflow OR NEW.outflow < OLD.outflow OR NEW.entries <= OLD.entries OR NEW.last_seq <= OLD.last_seq THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('insurance day %s %s', OLD.day, OLD.source);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON insurance_days FOR EACH ROW EXECUTE FUNCTION insurance_days_guard();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON insurance_days FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- Every movement of the fund by day and source, counted rows and the few entries that are not counted yet.
CREATE VIEW insurance_movements AS
  SELECT asset, day, source, inflow, outflow, entries FROM insurance_days
  UNION ALL
  SELECT e.asset, (j.created_at AT TIME ZONE 'UTC')::date, coalesce((SELECT f.source FROM fees f WHERE f.journal_id = j.id LIMIT 1), j.kind),
         greatest(e.amount, 0), greatest(-e.amount, 0), 1
    FROM accounts a
   CROSS JOIN LATERAL (
     SELECT s.entry_id FROM entry_seals s WHERE s.account_id = a.id
        AND s.seq > coalesce((SELECT d.last_seq FROM insurance_days d WHERE d.asset = a.asset ORDER BY d.last_seq DESC LIMIT 1), 0)
     UNION ALL
     SELECT u.entry_id FROM entries_unsealed u WHERE u.account_id = a.id) x
    JOIN entries e ON e.id = x.entry_id
    JOIN journals j ON j.id = e.journal_id
   WHERE a.name = 'insurance';
