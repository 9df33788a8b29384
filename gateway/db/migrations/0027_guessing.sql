-- Ending sessions so that none that is just being opened survives, devices that logged in before, what strangers may try,
-- and the language that security mail is written in (docs/rules.md §3).

-- Raised by whatever ends sessions: one of an older epoch is over, also one that is being inserted at the same moment.
ALTER TABLE users
  ADD COLUMN session_epoch int NOT NULL DEFAULT 0 CHECK (session_epoch >= 0),
  -- The language of the last log-in or call; null until then.
  ADD COLUMN lang text CHECK (lang IN ('CN', 'TW', 'EN', 'DE', 'FR', 'KO', 'JP', 'TH', 'VI'));

-- A line is one log-in and the sessions that took its place when the trading account was switched: one device, one entry in
-- the security centre.
CREATE SEQUENCE session_lines;
ALTER TABLE sessions
  ADD COLUMN epoch int NOT NULL DEFAULT 0,
  ADD COLUMN line_id bigint NOT NULL DEFAULT nextval('session_lines'),
  -- Which known device it is on; null where the device sent no token.
  ADD COLUMN device_hash text;
UPDATE sessions AS successor SET line_id = replaced.line_id
  FROM sessions AS replaced WHERE successor.replaces_id = replaced.id;
CREATE INDEX sessions_line ON sessions (line_id) WHERE revoked_at IS NULL;

-- Devices that logged in before. The device's token is random and opens nothing; it is a keyed hash here, bound to the user.
CREATE TABLE known_devices (
  user_id bigint NOT NULL REFERENCES users (id),
  token_hash text NOT NULL,
  epoch int NOT NULL,
  used_at timestamptz NOT NULL,
  wrong_tries int NOT NULL DEFAULT 0 CHECK (wrong_tries >= 0),
  -- When the hour began in which they were counted.
  wrong_since timestamptz,
  PRIMARY KEY (user_id, token_hash)
);
CREATE INDEX known_devices_used ON known_devices (used_at);

-- Passwords that devices without a token tried lately, one row each, so that an hour is any sixty minutes.
CREATE TABLE login_tries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_key text NOT NULL,
  tried_at timestamptz NOT NULL
);
CREATE INDEX login_tries_account ON login_tries (account_key, tried_at);
CREATE INDEX login_tries_old ON login_tries (tried_at);

ALTER TABLE login_failures
  -- Wrong passwords since the last quiet day, whatever right ones came between, and when the owner was told of them.
  ADD COLUMN episode_tries int NOT NULL DEFAULT 0 CHECK (episode_tries >= 0),
  ADD COLUMN told_at timestamptz;

-- How often it was locked since the last right one: each lock is longer.
ALTER TABLE secret_tries ADD COLUMN locks smallint NOT NULL DEFAULT 0 CHECK (locks >= 0);
