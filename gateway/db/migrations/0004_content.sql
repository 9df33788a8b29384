-- The operator's figures, what the operator publishes, and published airdrops.

-- One row per figure; keys and shapes are gateway/domain/settings/figures.ts. The value is wrapped, so that JSON null is a value.
CREATE TABLE settings (
  key text PRIMARY KEY CHECK (key ~ '^[a-z]+\.[a-zA-Z]{1,60}$'),
  value jsonb NOT NULL CHECK (value ? 'value'),
  updated_at timestamptz NOT NULL
);

-- texts: {"CN": {"title": …, "text": …, "action": …}, "EN": …}, plain text, one per language.
CREATE TABLE contents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('notice', 'news', 'bulletin', 'banner')),
  texts jsonb NOT NULL CHECK (jsonb_typeof(texts) = 'object' AND texts <> '{}'),
  -- A route that a banner leads to; null: nowhere yet.
  target text CHECK (target ~ '^/[a-z0-9_/]{1,80}$'),
  published_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  -- A row of the demo data; unique, so that seeding again adds nothing.
  sample_key text UNIQUE
);
CREATE INDEX contents_published ON contents (kind, published_at DESC, id DESC) WHERE withdrawn_at IS NULL;

-- A finite list that was published before it is paid (rules.md §7). A name is used once: a list cannot grow afterwards.
CREATE TABLE airdrops (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9-]{1,40}$'),
  asset text NOT NULL REFERENCES assets (code),
  total ledger_units NOT NULL CHECK (total > 0),
  recipients integer NOT NULL CHECK (recipients > 0),
  list jsonb NOT NULL CHECK (jsonb_typeof(list) = 'array'),
  published_at timestamptz NOT NULL
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON airdrops FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
