-- Who operates: an account with a role, and one key that counts at a time.
CREATE TABLE operators (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What the audit calls them. Never used again by another person; acts from before there were accounts have a ':' in it.
  name text NOT NULL UNIQUE CHECK (name ~ '^[a-z][a-z0-9-]{1,31}$'),
  role text NOT NULL CHECK (role IN ('support', 'reviewer', 'finance', 'admin')),
  -- The operator's own account on the platform, where they told it: nobody acts on their own request.
  user_id bigint UNIQUE REFERENCES users (id),
  enrolled_at timestamptz NOT NULL,
  revoked_at timestamptz
);

CREATE FUNCTION operators_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.revoked_at IS NOT NULL
     OR (NEW.id, NEW.name, NEW.user_id, NEW.enrolled_at) IS DISTINCT FROM (OLD.id, OLD.name, OLD.user_id, OLD.enrolled_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('operator %s', OLD.name);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON operators FOR EACH ROW EXECUTE FUNCTION operators_guard();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON operators FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE operator_keys (
  -- The raw 32 bytes of the Ed25519 public key, base64.
  public_key text PRIMARY KEY CHECK (length(public_key) = 44),
  operator_id bigint NOT NULL REFERENCES operators (id),
  added_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX operator_keys_active ON operator_keys (operator_id) WHERE revoked_at IS NULL;

CREATE FUNCTION operator_keys_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The key stays, so that what it signed can be checked for ever.
  IF TG_OP = 'DELETE' OR OLD.revoked_at IS NOT NULL OR NEW.revoked_at IS NULL
     OR (NEW.public_key, NEW.operator_id, NEW.added_at) IS DISTINCT FROM (OLD.public_key, OLD.operator_id, OLD.added_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('key of operator %s', OLD.operator_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON operator_keys FOR EACH ROW EXECUTE FUNCTION operator_keys_guard();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON operator_keys FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- The code that enrols the first operator, or one more after all keys were lost: a keyed hash, gone once it was used.
CREATE TABLE operator_code (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  hash text NOT NULL,
  at timestamptz NOT NULL
);

-- Statements that were seen: each counts once. Kept for as long as their time is near enough.
CREATE TABLE operator_nonces (
  nonce uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
CREATE INDEX operator_nonces_seen ON operator_nonces (seen_at);

-- The audit as a chain: each row holds the hash of the one before it, and the signed statement that it came of.
ALTER TABLE audit_log
  ADD COLUMN seq bigint UNIQUE,
  ADD COLUMN statement text,
  ADD COLUMN signature text,
  ADD COLUMN previous_hash text,
  ADD COLUMN hash text,
  ADD CHECK ((statement IS NULL) = (signature IS NULL)),
  -- Not of the rows that were there before the chain.
  ADD CONSTRAINT audit_log_chained CHECK (seq IS NOT NULL AND previous_hash IS NOT NULL AND hash IS NOT NULL) NOT VALID;

-- One hash over every row from before the chain.
CREATE FUNCTION audit_genesis(through bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(coalesce(string_agg(
    jsonb_build_array(id, extract(epoch FROM at)::text, actor, act, subject, detail)::text, E'\n' ORDER BY id), ''), 'UTF8')), 'hex')
  FROM audit_log WHERE id <= through
$$;

-- Where the chain begins and how far it has come. Appending locks the row.
CREATE TABLE audit_chain (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  genesis_through bigint NOT NULL,
  genesis_hash text NOT NULL,
  last_seq bigint NOT NULL,
  last_hash text NOT NULL
);
INSERT INTO audit_chain (genesis_through, genesis_hash, last_seq, last_hash)
  SELECT through, audit_genesis(through), 0, audit_genesis(through) FROM (SELECT coalesce(max(id), 0) AS through FROM audit_log) AS old;
CREATE TRIGGER kept BEFORE DELETE ON audit_chain FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE FUNCTION audit_chain_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.genesis_through, NEW.genesis_hash, NEW.last_seq)
     IS DISTINCT FROM (OLD.genesis_through, OLD.genesis_hash, OLD.last_seq + 1) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = 'audit chain';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE ON audit_chain FOR EACH ROW EXECUTE FUNCTION audit_chain_guard();
