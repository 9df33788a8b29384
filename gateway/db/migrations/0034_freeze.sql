-- Freezing an account (docs/rules.md §3): one row from the freeze to the thaw, and the links that freeze from a mail.

CREATE TABLE account_freezes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  frozen_at timestamptz NOT NULL,
  frozen_by text NOT NULL CHECK (frozen_by IN ('owner', 'link', 'operator')),
  -- An operator's words; for operators alone.
  reason text,
  thaw_asked_at timestamptz,
  thaw_asked_by text CHECK (thaw_asked_by IN ('owner', 'operator')),
  -- When it thaws unless the thaw is taken back.
  thaw_at timestamptz,
  thawed_at timestamptz,
  CHECK ((thaw_asked_at IS NULL) = (thaw_asked_by IS NULL) AND (thaw_asked_at IS NULL) = (thaw_at IS NULL)),
  CHECK (thaw_at > thaw_asked_at),
  CHECK (thawed_at >= thaw_at)
);
CREATE UNIQUE INDEX account_freezes_open ON account_freezes (user_id) WHERE thawed_at IS NULL;
CREATE INDEX account_freezes_due ON account_freezes (thaw_at) WHERE thawed_at IS NULL;

-- What has thawed is history.
CREATE FUNCTION account_freezes_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.thawed_at IS NOT NULL
     OR (NEW.user_id, NEW.frozen_at, NEW.frozen_by, NEW.reason)
        IS DISTINCT FROM (OLD.user_id, OLD.frozen_at, OLD.frozen_by, OLD.reason) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = 'a freeze is history once it has thawed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_freezes_guard BEFORE UPDATE OR DELETE ON account_freezes
  FOR EACH ROW EXECUTE FUNCTION account_freezes_guard();

-- The lock that a freeze and what it closes meet at. It is no row's lock: foreign keys to a user wait for nobody.
CREATE FUNCTION freeze_lock_key(p_user bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('account-freeze ' || p_user, 0)
$$;

-- Since when the account is frozen; until the caller's transaction ends nobody freezes it. Volatile, so that its second statement sees
-- what was committed while the first one waited.
CREATE FUNCTION frozen_since(p_user bigint) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(freeze_lock_key(p_user));
  RETURN (SELECT f.frozen_at FROM account_freezes f WHERE f.user_id = p_user AND f.thawed_at IS NULL);
END $$;

-- A code that is mailed for the thaw.
ALTER TABLE verification_codes DROP CONSTRAINT verification_codes_purpose_check,
  ADD CHECK (purpose IN ('register', 'login', 'forget', 'login-password', 'trade-password', 'withdraw', 'thaw'));

-- Each mail has one of its own; only hashes are here.
CREATE TABLE freeze_links (
  token_hash text PRIMARY KEY,
  -- Null in mail to a name that nobody has, which is never sent.
  user_id bigint REFERENCES users (id),
  expires_at timestamptz NOT NULL
);
CREATE INDEX freeze_links_old ON freeze_links (expires_at);
