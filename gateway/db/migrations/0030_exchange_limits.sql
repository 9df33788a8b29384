-- One open quote a user, what was exchanged within a day, and the prices that were stated lately (rules.md §4).

ALTER TABLE exchange_quotes
  ADD COLUMN user_id bigint REFERENCES users (id),
  -- The user has asked for another one since: it is not filled any more.
  ADD COLUMN replaced_at timestamptz CHECK (replaced_at IS NULL OR executed_at IS NULL);
ALTER TABLE exchange_quotes DISABLE TRIGGER fixed;
UPDATE exchange_quotes q SET user_id = a.user_id, replaced_at = CASE WHEN q.executed_at IS NULL THEN q.expires_at END
  FROM trading_accounts a WHERE a.id = q.account_id;
ALTER TABLE exchange_quotes ENABLE TRIGGER fixed;
ALTER TABLE exchange_quotes ALTER COLUMN user_id SET NOT NULL;
CREATE UNIQUE INDEX exchange_quotes_open ON exchange_quotes (user_id) WHERE executed_at IS NULL AND replaced_at IS NULL;
-- What a user, and what everybody, has exchanged since a moment, without reading the rows.
CREATE INDEX exchange_quotes_user ON exchange_quotes (user_id, executed_at) INCLUDE (from_asset, given, received)
  WHERE executed_at IS NOT NULL;
CREATE INDEX exchange_quotes_day ON exchange_quotes (executed_at) INCLUDE (from_asset, given, received) WHERE executed_at IS NOT NULL;

CREATE OR REPLACE FUNCTION exchange_quote_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.executed_at IS NOT NULL OR (TG_OP = 'UPDATE' AND (OLD.replaced_at IS NOT NULL OR
     (NEW.id, NEW.account_id, NEW.user_id, NEW.from_asset, NEW.to_asset, NEW.given, NEW.received, NEW.price, NEW.price_source,
      NEW.price_as_of, NEW.spread, NEW.quoted_at, NEW.expires_at)
     IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.user_id, OLD.from_asset, OLD.to_asset, OLD.given, OLD.received, OLD.price,
      OLD.price_source, OLD.price_as_of, OLD.spread, OLD.quoted_at, OLD.expires_at))) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('exchange quote %s', OLD.id);
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

-- Each price that staff stated and that differed from the one before. Kept for as long as a new one is compared with it.
CREATE TABLE stated_prices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  price ledger_units NOT NULL CHECK (price > 0),
  -- Two operators stated it: what was before it is not compared with any more.
  is_confirmed boolean NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX stated_prices_at ON stated_prices (at);
INSERT INTO stated_prices (price, is_confirmed, at) SELECT price, false, as_of FROM guide_prices;
