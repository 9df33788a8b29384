-- The AI dividend (rules.md §7): what was declared of the net fees of which days, and each person's share of it. What is declared is set
-- aside in an account of its own, out of which claims are paid; what nobody claims in time goes back to the pool.

SELECT ledger_open_system('dividend-reserve', 'reserve', code) FROM (VALUES ('USDT'), ('RAB')) a (code);

CREATE TABLE dividends (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset text NOT NULL REFERENCES assets (code),
  -- UTC days, both included. No day is declared for twice.
  first_day date NOT NULL,
  last_day date NOT NULL CHECK (last_day >= first_day),
  -- Fees of these days less the shares that were given away.
  net_fees ledger_units NOT NULL CHECK (net_fees > 0),
  maximum_rate numeric(11, 10) NOT NULL CHECK (maximum_rate BETWEEN 0 AND 1),
  amount ledger_units NOT NULL CHECK (amount > 0),
  -- The least custody of a day that counted, and the custody days of everybody.
  valid_from ledger_units NOT NULL CHECK (valid_from >= 0),
  custody_days ledger_units NOT NULL CHECK (custody_days > 0),
  journal_id bigint NOT NULL UNIQUE REFERENCES journals (id),
  declared_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > declared_at),
  CONSTRAINT dividends_limited CHECK (amount <= net_fees * maximum_rate),
  CONSTRAINT dividends_apart EXCLUDE USING gist (daterange(first_day, last_day, '[]') WITH &&)
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON dividends FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON dividends FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE dividend_shares (
  dividend_id bigint NOT NULL REFERENCES dividends (id),
  user_id bigint NOT NULL REFERENCES users (id),
  -- The main account, which the share is paid to.
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  custody_days ledger_units NOT NULL CHECK (custody_days > 0),
  amount ledger_units NOT NULL CHECK (amount > 0),
  claimed_at timestamptz,
  returned_at timestamptz,
  -- The claim's journal, or the one that brought back what nobody claimed.
  journal_id bigint REFERENCES journals (id),
  PRIMARY KEY (dividend_id, user_id),
  CONSTRAINT dividend_shares_once CHECK (claimed_at IS NULL OR returned_at IS NULL),
  CHECK ((journal_id IS NULL) = (claimed_at IS NULL AND returned_at IS NULL))
);
CREATE INDEX dividend_shares_user ON dividend_shares (user_id, dividend_id DESC);
CREATE INDEX dividend_shares_open ON dividend_shares (dividend_id) WHERE journal_id IS NULL;

CREATE FUNCTION dividend_shares_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.journal_id IS NOT NULL
     OR (NEW.dividend_id, NEW.user_id, NEW.account_id, NEW.custody_days, NEW.amount)
        IS DISTINCT FROM (OLD.dividend_id, OLD.user_id, OLD.account_id, OLD.custody_days, OLD.amount) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('share of %s in dividend %s', OLD.user_id, OLD.dividend_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON dividend_shares FOR EACH ROW EXECUTE FUNCTION dividend_shares_guard();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON dividend_shares FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- At commit the shares are the whole sum, to the unit: nothing is declared that nobody can claim, and nothing more.
CREATE FUNCTION dividends_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT coalesce(sum(amount), 0) FROM dividend_shares WHERE dividend_id = NEW.id) <> NEW.amount THEN
    RAISE EXCEPTION USING ERRCODE = 'LG012', MESSAGE = 'unbalanced', DETAIL = format('the shares of dividend %s', NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER shared_whole AFTER INSERT ON dividends DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION dividends_at_commit();
