-- Web Push (docs/rules.md §13).

-- The keys that push services know the gateway by. They outlive a rotation of the gateway's secret: with others every device would
-- have to subscribe anew.
CREATE TABLE push_keys (
  id smallint PRIMARY KEY CHECK (id = 1),
  public_key text NOT NULL,
  sealed_private text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Devices that get pushes. Whoever has endpoint and keys can write to the device, so they are sealed.
CREATE TABLE push_subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  -- The log-in that it belongs to, whatever account it is switched to: it ends with it.
  line_id bigint NOT NULL,
  -- SHA-256 of the endpoint: a browser has one, whoever is logged in.
  endpoint_hash text NOT NULL UNIQUE,
  sealed text NOT NULL,
  lang text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_of_user ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_of_line ON push_subscriptions (line_id);

-- Pushes that wait to be sent; a row goes when it is sent or given up.
CREATE TABLE push_deliveries (
  notice_id bigint NOT NULL REFERENCES notices (id) ON DELETE CASCADE,
  subscription_id bigint NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  attempts smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  PRIMARY KEY (notice_id, subscription_id)
);
CREATE INDEX push_deliveries_due ON push_deliveries (next_attempt_at);
CREATE INDEX push_deliveries_of_subscription ON push_deliveries (subscription_id);
