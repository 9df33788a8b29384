-- Market quotes (rules.md §9): the last good price of each product, and candles by bucket. Only to look at: no money moves at them, and
-- neither table has anything to do with guide_prices and stated_prices.

-- A bound from above keeps NaN out, which PostgreSQL takes for the greatest number.
CREATE DOMAIN quote_price AS numeric(24, 10) CHECK (VALUE > 0 AND VALUE < 1000000000000);

CREATE TABLE product_quotes (
  product_id text PRIMARY KEY CHECK (product_id ~ '^[A-Z0-9-]{5,21}$'),
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 40),
  price quote_price NOT NULL,
  -- The price's own time, as the source states it.
  at timestamptz NOT NULL,
  -- The candles of this source begin here; of a simulated market everything before is computed.
  since timestamptz NOT NULL,
  -- Of 24 hours: worked out of the candles each minute, in between only high and low follow.
  open quote_price NOT NULL,
  high quote_price NOT NULL,
  low quote_price NOT NULL,
  -- Closes of half hours, decimal texts.
  points jsonb NOT NULL,
  figured_at timestamptz NOT NULL,
  CHECK (low <= price AND price <= high),
  CHECK (since <= at)
);

CREATE TABLE product_candles (
  product_id text NOT NULL,
  source text NOT NULL,
  span_s integer NOT NULL CHECK (span_s IN (60, 300, 3600, 86400)),
  bucket timestamptz NOT NULL,
  open quote_price NOT NULL,
  high quote_price NOT NULL,
  low quote_price NOT NULL,
  close quote_price NOT NULL,
  PRIMARY KEY (product_id, source, span_s, bucket),
  CHECK (low <= least(open, close) AND high >= greatest(open, close)),
  CHECK (extract(epoch FROM bucket)::bigint % span_s = 0)
) WITH (fillfactor = 80);
