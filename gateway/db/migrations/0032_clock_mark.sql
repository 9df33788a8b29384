-- The last time that gateways of this database saw and believed (docs/rules.md §2), so that a start with a clock that is far off is noticed.
CREATE TABLE clock_mark (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  seen_at timestamptz NOT NULL,
  -- How often operators have said that a gateway's clock is right, and what it said the last time.
  accepted integer NOT NULL DEFAULT 0 CHECK (accepted >= 0),
  accepted_at timestamptz
);

-- A database from before this has seen the time of its newest journal at least.
INSERT INTO clock_mark (seen_at) SELECT created_at FROM journals ORDER BY id DESC LIMIT 1;
