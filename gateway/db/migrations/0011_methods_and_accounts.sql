-- Withdrawal methods (rules.md §4, §9): the whitelist of what money can be sent to. Rows stay when a method is removed.
CREATE TABLE withdrawal_methods (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('chain', 'bank')),
  -- Where it leads, as text that only equality matters of: a user has each once.
  target_key text NOT NULL,
  network text CHECK (network IN ('BEP20', 'TRC20')),
  address text,
  bank_name text,
  -- Number, holder and branch, sealed with a key that is not in the database.
  sealed_card text,
  card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$'),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  CHECK ((kind = 'chain') = (network IS NOT NULL AND address IS NOT NULL)),
  CHECK ((kind = 'bank') = (bank_name IS NOT NULL AND sealed_card IS NOT NULL AND card_last4 IS NOT NULL))
);
CREATE UNIQUE INDEX withdrawal_methods_target ON withdrawal_methods (user_id, target_key) WHERE removed_at IS NULL;
CREATE INDEX withdrawal_methods_user ON withdrawal_methods (user_id, id);

-- Switching to another trading account opens a session there; the one that it takes the place of ends when it is first used,
-- so that a lost answer logs nobody out.
ALTER TABLE sessions ADD COLUMN replaces_id bigint REFERENCES sessions (id) ON DELETE SET NULL;
CREATE INDEX sessions_replaces ON sessions (replaces_id) WHERE replaces_id IS NOT NULL;

-- Own pictures: a small square as base64 WebP. users.avatar is 'own' then, or the name of a built-in one.
CREATE TABLE own_avatars (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  image text NOT NULL CHECK (length(image) <= 40000)
);
