-- Income of all kinds (rules.md §7): what caused it, what it was computed from, which pool pays it, and when it arrived.

CREATE TABLE incomes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  source text NOT NULL CHECK (source IN ('custody-interest', 'airdrop', 'promotion-fee', 'management-fee', 'fee-rebate', 'machine-output', 'dividend')),
  -- With the source: an income is credited once for each cause and account.
  cause text NOT NULL CHECK (length(cause) BETWEEN 1 AND 200),
  asset text NOT NULL REFERENCES assets (code),
  amount ledger_units NOT NULL CHECK (amount > 0),
  pool text NOT NULL,
  -- The figures of the formula.
  inputs jsonb NOT NULL CHECK (jsonb_typeof(inputs) = 'object'),
  income_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- Why it still waits; null while nobody has tried, and once it is credited.
  reason text CHECK (reason IN ('pool-empty')),
  journal_id bigint UNIQUE REFERENCES journals (id),
  arrived_at timestamptz,
  UNIQUE (source, cause, account_id),
  CHECK ((journal_id IS NULL) = (arrived_at IS NULL)),
  CHECK (journal_id IS NULL OR reason IS NULL)
);
CREATE INDEX incomes_account ON incomes (account_id, id);
CREATE INDEX incomes_pending ON incomes (pool, asset, id) WHERE journal_id IS NULL;

-- Income of before was credited at once.
INSERT INTO incomes (account_id, source, cause, asset, amount, pool, inputs, income_at, created_at, journal_id, arrived_at)
SELECT a.owner_account_id, j.kind,
       CASE j.kind WHEN 'airdrop' THEN j.reference ELSE j.reference || ':' || (j.memo ->> 'day') END, e.asset, e.amount,
       CASE j.kind WHEN 'airdrop' THEN 'airdrop-pool' ELSE 'custody-reserve' END, CASE j.kind WHEN 'airdrop' THEN '{}' ELSE j.memo END,
       CASE j.kind WHEN 'airdrop' THEN j.created_at ELSE to_timestamp((j.memo ->> 'dueAt')::numeric / 1000) END, j.created_at, j.id, j.created_at
  FROM journals j JOIN entries e ON e.journal_id = j.id AND e.amount > 0 JOIN accounts a ON a.id = e.account_id AND a.kind = 'user_cash'
 WHERE j.kind IN ('custody-interest', 'airdrop') ORDER BY j.id;

CREATE FUNCTION incomes_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.journal_id IS NOT NULL
     OR (NEW.id, NEW.account_id, NEW.source, NEW.cause, NEW.asset, NEW.amount, NEW.pool, NEW.inputs, NEW.income_at, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.source, OLD.cause, OLD.asset, OLD.amount, OLD.pool, OLD.inputs, OLD.income_at, OLD.created_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('income %s', OLD.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON incomes FOR EACH ROW EXECUTE FUNCTION incomes_guard();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON incomes FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
