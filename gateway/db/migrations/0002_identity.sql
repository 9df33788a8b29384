-- Who the users are and how they get in (rules.md §3). Secrets are stored as hashes only; what must be readable for a
-- while (a message that waits to be sent) is sealed with a key that is not in the database.

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nickname text NOT NULL CHECK (length(nickname) BETWEEN 1 AND 24),
  avatar text,
  email text UNIQUE CHECK (length(email) <= 254 AND email = lower(email)),
  phone text UNIQUE CHECK (phone ~ '^1[3-9][0-9]{9}$'),
  -- Null: nobody can log in with a password (the root user).
  login_password_hash text,
  trade_password_hash text,
  trade_tries smallint NOT NULL DEFAULT 0 CHECK (trade_tries >= 0),
  trade_locked_until timestamptz,
  invitation_code text NOT NULL UNIQUE CHECK (invitation_code ~ '^[A-Z0-9]{6,12}$'),
  -- Null for the root user alone. Lower than the own id, so that the tree has no cycle.
  inviter_id bigint REFERENCES users (id) CHECK (inviter_id < id),
  level smallint NOT NULL DEFAULT 0 CHECK (level BETWEEN 0 AND 5),
  identity_status text NOT NULL DEFAULT 'not-verified'
    CHECK (identity_status IN ('not-verified', 'pending-review', 'approved', 'failed')),
  authenticator_bound_at timestamptz,
  -- The last change of password, authenticator, e-mail or phone: withdrawals stay closed for a while after it.
  security_changed_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK (inviter_id IS NULL OR email IS NOT NULL OR phone IS NOT NULL)
);
CREATE UNIQUE INDEX users_one_root ON users ((inviter_id IS NULL)) WHERE inviter_id IS NULL;
CREATE INDEX users_inviter ON users (inviter_id, id);

CREATE FUNCTION users_keep_origin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.id, NEW.inviter_id, NEW.invitation_code, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.inviter_id, OLD.invitation_code, OLD.created_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'ID001', MESSAGE = 'immutable', DETAIL = 'inviter, invitation code and origin are fixed for ever';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_origin BEFORE UPDATE OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION users_keep_origin();

-- The owner of ledger accounts (accounts.owner_account_id): one main account per user, and sub-accounts.
CREATE TABLE trading_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('main', 'sub')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 24),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX trading_accounts_one_main ON trading_accounts (user_id) WHERE kind = 'main';
CREATE INDEX trading_accounts_user ON trading_accounts (user_id, id);

CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  token_hash text NOT NULL UNIQUE,
  user_agent text NOT NULL,
  -- Masked: enough to recognise, not to locate.
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX sessions_user ON sessions (user_id, id) WHERE revoked_at IS NULL;
CREATE INDEX sessions_expired ON sessions (expires_at);

-- The newest code per purpose and account. Every asked-for account has a row here, known or not: a code that was never
-- sent has a hash that no six digits fit.
CREATE TABLE verification_codes (
  purpose text NOT NULL CHECK (purpose IN ('register', 'login', 'forget')),
  account_key text NOT NULL,
  code_hash text NOT NULL,
  sent_at timestamptz NOT NULL,
  resend_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  tries_left smallint NOT NULL CHECK (tries_left >= 0),
  -- Wrong tries since the last right one, over all codes; many make the next code slower.
  wrong_tries int NOT NULL DEFAULT 0,
  used_at timestamptz,
  PRIMARY KEY (purpose, account_key)
);
CREATE INDEX verification_codes_sent ON verification_codes (sent_at);

-- Proof that a code was entered rightly, spent by the step that follows.
CREATE TABLE tickets (
  ticket_hash text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('register', 'forget')),
  payload jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX tickets_expired ON tickets (expires_at);

CREATE TABLE captchas (
  id text PRIMARY KEY,
  salt text NOT NULL,
  difficulty_bits smallint NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX captchas_expired ON captchas (expires_at);

-- The next challenge for this address must be at least this hard: the account that it tries is under attack.
CREATE TABLE captcha_demands (
  address_key text PRIMARY KEY,
  difficulty_bits smallint NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX captcha_demands_expired ON captcha_demands (expires_at);

-- Wrong passwords lately, per account and per address; the keys are keyed hashes.
CREATE TABLE login_failures (
  kind text NOT NULL CHECK (kind IN ('account', 'address')),
  subject_key text NOT NULL,
  count int NOT NULL CHECK (count >= 0),
  last_at timestamptz NOT NULL,
  PRIMARY KEY (kind, subject_key)
);
CREATE INDEX login_failures_last ON login_failures (last_at);

-- Mail and SMS on their way out. The sealed text and address are deleted when the message is sent or given up.
CREATE TABLE outbound_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sealed text,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'given-up')),
  attempts smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((state = 'waiting') = (sealed IS NOT NULL))
);
CREATE INDEX outbound_messages_waiting ON outbound_messages (next_attempt_at, id) WHERE state = 'waiting';
CREATE INDEX outbound_messages_done ON outbound_messages (created_at) WHERE state <> 'waiting';
