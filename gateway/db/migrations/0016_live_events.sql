-- What devices are told without asking. Rows are written by the transaction that changes something, so that what was rolled back is
-- never told; they are kept for a day.
CREATE TABLE live_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: everybody.
  user_id bigint REFERENCES users (id),
  -- Names of calls whose answers have changed.
  calls jsonb NOT NULL CHECK (jsonb_typeof(calls) = 'array'),
  notice jsonb CHECK (notice IS NULL OR (jsonb_typeof(notice) = 'object' AND user_id IS NOT NULL)),
  at timestamptz NOT NULL
);
CREATE INDEX live_events_at ON live_events (at);
