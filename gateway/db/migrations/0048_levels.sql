-- Levels (rules.md §7): each change of a user's level, with the figures that it was computed from.

CREATE TABLE level_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  -- The UTC day that it was computed on.
  day timestamptz NOT NULL CHECK (date_trunc('day', day AT TIME ZONE 'UTC') = day AT TIME ZONE 'UTC'),
  before smallint NOT NULL CHECK (before BETWEEN 0 AND 5),
  after smallint NOT NULL CHECK (after BETWEEN 0 AND 5),
  custody ledger_units NOT NULL CHECK (custody >= 0),
  small_zone ledger_units NOT NULL CHECK (small_zone >= 0),
  CHECK (before <> after),
  UNIQUE (user_id, day)
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON level_changes FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
