-- The authenticator (rules.md §3). Its secret is sealed with a key that is not in the database.
CREATE TABLE authenticators (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  sealed_secret text NOT NULL,
  -- The newest 30-second step whose code was used; that one and those before it are never accepted again.
  last_step bigint NOT NULL,
  bound_at timestamptz NOT NULL
);

-- One-use codes for when the device is lost, as keyed hashes.
CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users (id),
  code_hash text NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
