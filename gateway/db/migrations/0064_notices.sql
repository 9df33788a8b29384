-- Telling people (docs/rules.md §13): one row for each thing that a person was told, written by the transaction in which it happened.
-- Rows hold no amount and nobody's words; what a notice is about stands in its own table.
CREATE TABLE notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  -- contract/notices.ts
  kind text NOT NULL,
  category text NOT NULL,
  subject_id text NOT NULL,
  -- Empty where a subject is told of once for ever; else what tells this time from the others.
  occasion text NOT NULL,
  at timestamptz NOT NULL,
  read_at timestamptz,
  -- Null: nobody has looked yet whom to mail and which devices to push to.
  dispatched_at timestamptz,
  UNIQUE (user_id, kind, subject_id, occasion)
);
CREATE INDEX notices_of_user ON notices (user_id, at DESC, id DESC);
CREATE INDEX notices_unread ON notices (user_id) WHERE read_at IS NULL;
CREATE INDEX notices_undispatched ON notices (id) WHERE dispatched_at IS NULL;
CREATE INDEX notices_at ON notices (at);

-- How a person wants to be told; who has no row has the defaults.
CREATE TABLE notice_preferences (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  -- {"orders.push": true}: what differs from the defaults.
  switches jsonb NOT NULL CHECK (jsonb_typeof(switches) = 'object'),
  -- HH:mm by the clocks of the zone; all three or none.
  quiet_from text CHECK (quiet_from ~ '^[0-2][0-9]:[0-5][0-9]$'),
  quiet_until text CHECK (quiet_until ~ '^[0-2][0-9]:[0-5][0-9]$'),
  quiet_zone text,
  CHECK (num_nulls(quiet_from, quiet_until, quiet_zone) IN (0, 3))
);
