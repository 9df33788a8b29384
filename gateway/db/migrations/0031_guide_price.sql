-- The guide price of RAB (rules.md §8): trades by five minutes and pair of users, the guide with where it was in the last hour, and
-- a market that halts itself.

-- Settled trades of two users within five minutes; derived from otc_rab_fills, and the newest ones are written anew.
CREATE TABLE otc_rab_buckets (
  -- Its beginning.
  bucket timestamptz NOT NULL,
  low_user_id bigint NOT NULL,
  high_user_id bigint NOT NULL CHECK (high_user_id > low_user_id),
  -- As it was found within minutes of the trades; what becomes of the two later changes nothing.
  is_linked boolean NOT NULL,
  low ledger_units NOT NULL CHECK (low > 0),
  high ledger_units NOT NULL CHECK (high >= low),
  quantity ledger_units NOT NULL CHECK (quantity > 0),
  amount ledger_units NOT NULL CHECK (amount > 0),
  last_trade_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, low_user_id, high_user_id)
);

-- Whether two users were on one network: the index of a user's open sessions lacks those that were closed since.
CREATE INDEX sessions_network ON sessions (user_id, address);

-- Derived too, so that nothing is lost.
DROP TABLE otc_rab_day;
CREATE TABLE otc_rab_day (
  pair text PRIMARY KEY REFERENCES otc_pairs (pair),
  -- What trades say; null: the reference price is the guide.
  price ledger_units,
  -- The reference price that it was found beside, and where it was in the last hour: [from, lowest, highest] of each five minutes.
  reference ledger_units NOT NULL,
  moves jsonb NOT NULL,
  -- What screens show of 24 hours; null without trades.
  high ledger_units,
  low ledger_units,
  volume ledger_units NOT NULL,
  -- Before the 24 hours, or their first.
  price_before ledger_units,
  last_trade_at timestamptz,
  computed_at timestamptz NOT NULL,
  CHECK (num_nulls(high, low, price_before, last_trade_at) IN (0, 4)),
  CHECK (price IS NULL OR last_trade_at IS NOT NULL)
);

ALTER TABLE otc_pairs
  -- 'guide': the market itself did, as its guide price would have gone too far.
  ADD COLUMN halted_by text CHECK (halted_by IN ('operator', 'guide')),
  -- Only trades after this count for the guide: when staff opened a market that had halted itself.
  ADD COLUMN guide_since timestamptz;
UPDATE otc_pairs SET halted_by = 'operator' WHERE halt_reason IS NOT NULL;
ALTER TABLE otc_pairs ADD CHECK ((halted_by IS NULL) = (halt_reason IS NULL));
