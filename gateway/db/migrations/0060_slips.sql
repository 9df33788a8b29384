-- Delivery slips (rules.md §9): what the trading desk behind custody reports of an account, imported by an operator. No journal belongs to
-- them. A slip never changes: a row under a known number that says something else is refused at the import.

CREATE TABLE slip_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- The same file twice changes nothing.
  file_hash text NOT NULL UNIQUE CHECK (file_hash ~ '^[0-9a-f]{64}$'),
  -- Rows of the file; those of them that were new.
  slips integer NOT NULL CHECK (slips > 0),
  added integer NOT NULL CHECK (added BETWEEN 0 AND slips),
  -- The operator's name.
  imported_by text NOT NULL,
  imported_at timestamptz NOT NULL
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON slip_imports FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON slip_imports FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE delivery_slips (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id bigint NOT NULL REFERENCES slip_imports (id),
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  -- The desk's own number.
  trade_number text NOT NULL UNIQUE CHECK (length(trade_number) BETWEEN 1 AND 64),
  product text CHECK (length(product) BETWEEN 1 AND 40),
  direction text NOT NULL CHECK (direction IN ('long', 'short')),
  -- USDT, smallest units.
  profit ledger_units NOT NULL,
  margin ledger_units NOT NULL CHECK (margin >= 0),
  -- The desk's figures, exact and without needless zeros.
  lots numeric NOT NULL CHECK (lots > 0),
  spread numeric NOT NULL CHECK (spread >= 0),
  leverage numeric NOT NULL CHECK (leverage > 0),
  open_price numeric NOT NULL CHECK (open_price > 0),
  opened_at timestamptz NOT NULL,
  close_price numeric NOT NULL CHECK (close_price > 0),
  closed_at timestamptz NOT NULL CHECK (closed_at >= opened_at),
  high numeric CHECK (high >= greatest(open_price, close_price)),
  low numeric CHECK (low > 0 AND low <= least(open_price, close_price)),
  -- Prices between opening and closing: an array of [UTC ms, price as text], oldest first.
  path jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(path) = 'array' AND jsonb_array_length(path) <= 500),
  -- Lists grow at their end only (a device keeps them without gaps): a slip that is reported late is listed at the time of the latest one.
  listed_at timestamptz NOT NULL CHECK (listed_at >= closed_at)
);
CREATE INDEX delivery_slips_listed ON delivery_slips (account_id, listed_at DESC, id DESC);
CREATE INDEX delivery_slips_of_import ON delivery_slips (import_id);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON delivery_slips FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON delivery_slips FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
