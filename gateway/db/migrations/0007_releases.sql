-- Versions of the app that were announced (product spec §4, §8), and what installed apps report about them. The packages are
-- files outside the database; which version is announced now is the setting app.release.

CREATE TABLE releases (
  version text COLLATE "C" PRIMARY KEY CHECK (version ~ '^[0-9]{1,6}(\.[0-9]{1,6}){0,3}$'),
  -- {"hot": {"files": …, "bytes": …}, "full": …}: what its packages hold, lengths uncompressed.
  packages jsonb NOT NULL CHECK (packages ? 'hot'),
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > issued_at)
);
-- A version that was once announced stays what it was.
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON releases FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- Counts, not single reports: anybody may send them, so a row is there per announced version, kind and reason at most.
CREATE TABLE release_reports (
  version text COLLATE "C" NOT NULL REFERENCES releases (version),
  kind text NOT NULL CHECK (kind IN ('hot', 'full')),
  reason text NOT NULL CHECK (reason IN ('did-not-start', 'install-failed', 'download-failed')),
  reports int NOT NULL DEFAULT 1 CHECK (reports > 0),
  last_at timestamptz NOT NULL,
  -- What the last one said, as plain text.
  last_detail text NOT NULL CHECK (length(last_detail) <= 200),
  PRIMARY KEY (version, kind, reason)
);
