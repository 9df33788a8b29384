-- Exchange of RAB and USDT (rules.md §4): the guide price with its time and source, and quotes; a quote that was filled is
-- the record of its exchange. Money itself is in the ledger.

-- One row: RAB in USDT's smallest units per RAB. Every quote keeps the price that it was made from.
CREATE TABLE guide_prices (
  pair text PRIMARY KEY CHECK (pair = 'RAB/USDT'),
  price ledger_units NOT NULL CHECK (price > 0),
  source text NOT NULL CHECK (source IN ('operator', 'demo')),
  as_of timestamptz NOT NULL
);

CREATE TABLE exchange_quotes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  from_asset text NOT NULL CHECK (from_asset IN ('RAB', 'USDT')),
  to_asset text NOT NULL CHECK (to_asset IN ('RAB', 'USDT')),
  given ledger_units NOT NULL CHECK (given > 0),
  received ledger_units NOT NULL CHECK (received > 0),
  price ledger_units NOT NULL CHECK (price > 0),
  price_source text NOT NULL CHECK (price_source IN ('operator', 'demo')),
  price_as_of timestamptz NOT NULL,
  spread numeric(14, 10) NOT NULL CHECK (spread >= 0 AND spread < 1),
  quoted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > quoted_at),
  -- Set once, together.
  executed_at timestamptz CHECK (executed_at < expires_at),
  journal_id bigint,
  CHECK (from_asset <> to_asset),
  CHECK ((executed_at IS NULL) = (journal_id IS NULL)),
  -- Never more than the rate gives: 8 decimals of RAB, and the spread's own scale of 10^10.
  CHECK (CASE from_asset
    WHEN 'RAB' THEN received * 100000000 * 10000000000 <= given * price * (10000000000 - spread * 10000000000)
    ELSE received * price * (10000000000 + spread * 10000000000) <= given * 100000000 * 10000000000 END)
);
CREATE INDEX exchange_quotes_account ON exchange_quotes (account_id, executed_at DESC, id DESC) WHERE executed_at IS NOT NULL;
CREATE INDEX exchange_quotes_unused ON exchange_quotes (account_id, expires_at) WHERE executed_at IS NULL;

CREATE FUNCTION exchange_quote_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.executed_at IS NOT NULL OR (TG_OP = 'UPDATE' AND
     (NEW.id, NEW.account_id, NEW.from_asset, NEW.to_asset, NEW.given, NEW.received, NEW.price, NEW.price_source, NEW.price_as_of,
      NEW.spread, NEW.quoted_at, NEW.expires_at)
     IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.from_asset, OLD.to_asset, OLD.given, OLD.received, OLD.price, OLD.price_source,
      OLD.price_as_of, OLD.spread, OLD.quoted_at, OLD.expires_at)) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('exchange quote %s', OLD.id);
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER fixed BEFORE UPDATE OR DELETE ON exchange_quotes FOR EACH ROW EXECUTE FUNCTION exchange_quote_fixed();
