-- Custody (rules.md §5): orders with the terms that they were placed under, the interest of each day once, every change
-- before and after, and one point of equity a day. Money itself is in the ledger; these rows say what it was for.

CREATE TABLE custody_orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  added_to_id bigint REFERENCES custody_orders (id),
  -- Terms: a copy of the plan and figures on the day of placing.
  plan_id text NOT NULL,
  days integer NOT NULL CHECK (days BETWEEN 1 AND 3650),
  daily_rate numeric(14, 10) NOT NULL CHECK (daily_rate >= 0 AND daily_rate <= 1),
  redeem_fee_rate numeric(14, 10) NOT NULL CHECK (redeem_fee_rate >= 0 AND redeem_fee_rate <= 1),
  minimum_exclusive ledger_units NOT NULL CHECK (minimum_exclusive >= 0),
  placed ledger_units NOT NULL CHECK (placed > minimum_exclusive),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  free_undo_until timestamptz NOT NULL CHECK (free_undo_until >= starts_at),
  -- Position.
  revision integer NOT NULL DEFAULT 1 CHECK (revision >= 1),
  status text NOT NULL DEFAULT 'in-progress' CHECK (status IN ('in-progress', 'expired')),
  ended_by text CHECK (ended_by IN ('maturity', 'redemption')),
  ended_at timestamptz,
  principal ledger_units NOT NULL CHECK (principal >= 0 AND principal <= placed),
  -- Exact interest of the completed days, times 10^10; the numeric rate above has the same scale.
  accrued ledger_units NOT NULL DEFAULT 0 CHECK (accrued >= 0),
  days_accrued integer NOT NULL DEFAULT 0 CHECK (days_accrued BETWEEN 0 AND days),
  interest_paid ledger_units NOT NULL DEFAULT 0 CHECK (interest_paid >= 0 AND interest_paid * 10000000000 <= accrued),
  -- When the next thing happens by itself: a day's interest, at last also the return of the principal.
  next_due_at timestamptz,
  CHECK ((status = 'expired') = (ended_by IS NOT NULL)),
  CHECK ((status = 'expired') = (ended_at IS NOT NULL)),
  CHECK ((status = 'expired') = (next_due_at IS NULL)),
  CHECK ((status = 'expired') = (principal = 0)),
  CHECK (principal = 0 OR principal > minimum_exclusive)
);
CREATE INDEX custody_orders_account ON custody_orders (account_id, starts_at DESC, id DESC);
CREATE INDEX custody_orders_due ON custody_orders (next_due_at, id) WHERE next_due_at IS NOT NULL;

CREATE FUNCTION custody_terms_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.account_id, NEW.added_to_id, NEW.plan_id, NEW.days, NEW.daily_rate, NEW.redeem_fee_rate, NEW.minimum_exclusive,
      NEW.placed, NEW.starts_at, NEW.ends_at, NEW.free_undo_until)
     IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.added_to_id, OLD.plan_id, OLD.days, OLD.daily_rate, OLD.redeem_fee_rate,
      OLD.minimum_exclusive, OLD.placed, OLD.starts_at, OLD.ends_at, OLD.free_undo_until)
     OR OLD.status = 'expired' OR NEW.revision < OLD.revision OR NEW.interest_paid < OLD.interest_paid
     OR NEW.days_accrued < OLD.days_accrued OR NEW.principal > OLD.principal THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('custody order %s', OLD.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER terms_fixed BEFORE UPDATE ON custody_orders FOR EACH ROW EXECUTE FUNCTION custody_terms_fixed();
CREATE TRIGGER kept BEFORE DELETE ON custody_orders FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- Once per (order, day), whatever runs twice. A day too small to pay a unit has a row and no journal.
CREATE TABLE custody_interest (
  order_id bigint NOT NULL REFERENCES custody_orders (id),
  day integer NOT NULL CHECK (day >= 1),
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  amount ledger_units NOT NULL CHECK (amount >= 0),
  due_at timestamptz NOT NULL,
  credited_at timestamptz NOT NULL CHECK (credited_at >= due_at),
  journal_id bigint,
  PRIMARY KEY (order_id, day),
  CHECK ((journal_id IS NULL) = (amount = 0))
);
CREATE INDEX custody_interest_account ON custody_interest (account_id, due_at);

-- The operator log that the user sees: before, after, time.
CREATE TABLE custody_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES custody_orders (id),
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  kind text NOT NULL CHECK (kind IN ('placed', 'added', 'redeemed', 'undone', 'matured')),
  before ledger_units NOT NULL CHECK (before >= 0),
  after ledger_units NOT NULL CHECK (after >= 0),
  fee ledger_units NOT NULL CHECK (fee >= 0),
  journal_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK ((kind IN ('placed', 'added')) = (after > before))
);
CREATE INDEX custody_changes_account ON custody_changes (account_id, created_at DESC, id DESC);
CREATE INDEX custody_changes_order ON custody_changes (order_id, id);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON custody_changes FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON custody_interest FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- What an account was worth at the end of a UTC day, at the price that held when the row was made.
CREATE TABLE equity_snapshots (
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  day timestamptz NOT NULL CHECK (date_trunc('day', day AT TIME ZONE 'UTC') = day AT TIME ZONE 'UTC'),
  total_usdt ledger_units NOT NULL,
  price ledger_units NOT NULL,
  PRIMARY KEY (account_id, day)
);
