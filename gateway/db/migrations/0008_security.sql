-- Changing passwords, the authenticator and its second step (rules.md §3).

ALTER TABLE verification_codes DROP CONSTRAINT verification_codes_purpose_check,
  ADD CHECK (purpose IN ('register', 'login', 'forget', 'login-password', 'trade-password'));
ALTER TABLE tickets DROP CONSTRAINT tickets_purpose_check,
  ADD CHECK (purpose IN ('register', 'forget', 'second-step'));

-- Wrong tries of what only somebody with a session or the password can guess at: a lock here keeps no stranger's victim out.
CREATE TABLE secret_tries (
  user_id bigint NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('login-password', 'authenticator')),
  tries smallint NOT NULL CHECK (tries >= 0),
  locked_until timestamptz,
  PRIMARY KEY (user_id, kind)
);
