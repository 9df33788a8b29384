-- Real-name verification (rules.md §9). users.identity_status is the whole's state; here is what it is about. Number and name
-- are sealed with a key that is not in the database.
CREATE TABLE identity_records (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  document_type text CHECK (document_type IN ('id-card', 'passport', 'driving-licence')),
  sealed_number text,
  -- Keyed hash: tells the operator that two users gave the same number.
  number_key text,
  sealed_name text,
  -- Ids of the user's own uploads.
  images jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(images) = 'array' AND jsonb_array_length(images) <= 3),
  -- {"documentNumber": {"state": "failed", "reason": "…"}, …}; a field that was never entered is absent.
  fields jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(fields) = 'object'),
  -- Raised by every submission; an operator's decision names the one that was looked at.
  revision int NOT NULL DEFAULT 0,
  submitted_at timestamptz,
  reviewed_at timestamptz
);
CREATE INDEX identity_records_number ON identity_records (number_key);
CREATE INDEX users_pending_identity ON users (id) WHERE identity_status = 'pending-review';
