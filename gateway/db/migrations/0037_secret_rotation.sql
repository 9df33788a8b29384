-- Another secret in the place of the one before (docs/operating.md, "Rotating the secret").

ALTER TABLE gateway_secret
  -- The check value is of the secret and of this, so that two installations with one secret do not look alike.
  ADD COLUMN installation uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The check value of the secret that a rotation is on its way to; no gateway starts meanwhile.
  ADD COLUMN next_fingerprint text;

-- Keys of former secrets for hashes that nobody can make anew, because what was hashed is not kept; sealed with the secret.
CREATE TABLE older_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What it hashes, as gateway/domain/identity/older-keys.ts names it.
  use text NOT NULL,
  -- The first eight hexadecimal digits of the key's SHA-256.
  key_id text NOT NULL CHECK (key_id ~ '^[0-9a-f]{8}$'),
  sealed_key text NOT NULL,
  retired_at timestamptz NOT NULL,
  UNIQUE (use, key_id)
);
CREATE TRIGGER kept BEFORE DELETE ON older_keys FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
