-- What the doors need so that no gateway process has a state of its own: handshakes that were seen (rules.md §11),
-- counters of the rate limits, and who uploaded which image (rules.md §9).

CREATE TABLE seen_handshakes (
  handshake text COLLATE "C" PRIMARY KEY CHECK (handshake ~ '^[A-Za-z0-9]{16}$'),
  -- After this its timestamp alone refuses it.
  expires_at timestamptz NOT NULL
);
CREATE INDEX seen_handshakes_expiry ON seen_handshakes (expires_at);

-- Unlogged: losing counters in a crash of the database is harmless, and they change on every request.
CREATE UNLOGGED TABLE rate_limits (
  key text COLLATE "C" PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 200),
  points int NOT NULL CHECK (points >= 0),
  resets_at timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX rate_limits_resets ON rate_limits (resets_at);

-- Adds p_cost to the key's counter, which starts anew when its window is over. Times are UTC milliseconds, from the
-- gateway's clock. Once in a while it clears out what is over, so that no scheduled work is needed.
CREATE FUNCTION rate_consume(p_key text, p_cost int, p_window_ms bigint, p_now_ms bigint, OUT points int, OUT resets_ms float8)
LANGUAGE plpgsql AS $$
DECLARE
  now_at timestamptz := to_timestamp(p_now_ms / 1000.0);
  fresh_until timestamptz := to_timestamp((p_now_ms + p_window_ms) / 1000.0);
BEGIN
  INSERT INTO rate_limits AS r (key, points, resets_at) VALUES (p_key, p_cost, fresh_until)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN r.resets_at <= now_at THEN excluded.points ELSE least(r.points::bigint + excluded.points, 1000000000)::int END,
    resets_at = CASE WHEN r.resets_at <= now_at THEN excluded.resets_at ELSE r.resets_at END
  RETURNING r.points, extract(epoch FROM r.resets_at) * 1000 INTO points, resets_ms;
  IF random() < 0.005 THEN
    DELETE FROM rate_limits WHERE key IN
      (SELECT key FROM rate_limits WHERE resets_at < now_at ORDER BY resets_at LIMIT 500 FOR UPDATE SKIP LOCKED);
  END IF;
END $$;

-- One round trip for every request: counts it against its address and refuses a handshake that was seen.
CREATE FUNCTION door_admit(p_handshake text, p_seen_until_ms bigint, p_key text, p_limit int, p_window_ms bigint, p_now_ms bigint,
                           OUT verdict text, OUT resets_ms float8)
LANGUAGE plpgsql AS $$
DECLARE counted int; now_at timestamptz := to_timestamp(p_now_ms / 1000.0);
BEGIN
  -- A crash of the database server may lose the last half second of handshakes; what they carried is safe by its own
  -- means (idempotency keys), and each request is spared a wait for the disk.
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT c.points, c.resets_ms INTO counted, resets_ms FROM rate_consume(p_key, 1, p_window_ms, p_now_ms) c;
  IF counted > p_limit THEN
    verdict := 'limited';
    RETURN;
  END IF;
  INSERT INTO seen_handshakes (handshake, expires_at) VALUES (p_handshake, to_timestamp(p_seen_until_ms / 1000.0))
  ON CONFLICT (handshake) DO NOTHING;
  verdict := CASE WHEN FOUND THEN 'new' ELSE 'replayed' END;
  IF random() < 0.005 THEN
    DELETE FROM seen_handshakes WHERE handshake IN
      (SELECT handshake FROM seen_handshakes WHERE expires_at < now_at ORDER BY expires_at LIMIT 2000 FOR UPDATE SKIP LOCKED);
  END IF;
END $$;

-- Which file belongs to whom; the file itself is in the gateway's file store.
CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL,
  path text NOT NULL UNIQUE,
  type text NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/webp')),
  width int NOT NULL CHECK (width > 0),
  height int NOT NULL CHECK (height > 0),
  bytes int NOT NULL CHECK (bytes > 0),
  created_at timestamptz NOT NULL
);
CREATE INDEX uploads_owner ON uploads (user_id, created_at);

-- Which secret this database was set up with (a hash of it, never itself): two gateways with different ones would not
-- understand each other's codes and counters.
CREATE TABLE gateway_secret (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  fingerprint text NOT NULL
);
