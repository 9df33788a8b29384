-- A lost authenticator that two operators take off after an identity check (docs/rules.md §3): due after 72 h, unless its owner keeps it.
CREATE TABLE authenticator_resets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  proposed_by text NOT NULL,
  approved_by text NOT NULL,
  -- What the operators looked at.
  identity_check text NOT NULL CHECK (length(identity_check) BETWEEN 1 AND 200),
  approved_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL CHECK (due_at >= approved_at + interval '72 hours'),
  ended_at timestamptz,
  -- void: the owner has bound another one meanwhile.
  outcome text CHECK (outcome IN ('done', 'kept-by-user', 'kept-by-operator', 'void')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (outcome <> 'done' OR ended_at >= due_at)
);
CREATE UNIQUE INDEX authenticator_resets_waiting ON authenticator_resets (user_id) WHERE ended_at IS NULL;
CREATE INDEX authenticator_resets_due ON authenticator_resets (due_at) WHERE ended_at IS NULL;

CREATE FUNCTION authenticator_resets_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR (NEW.id, NEW.user_id, NEW.proposed_by, NEW.approved_by, NEW.identity_check, NEW.approved_at, NEW.due_at)
        IS DISTINCT FROM
        (OLD.id, OLD.user_id, OLD.proposed_by, OLD.approved_by, OLD.identity_check, OLD.approved_at, OLD.due_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('authenticator reset %s', OLD.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON authenticator_resets
  FOR EACH ROW EXECUTE FUNCTION authenticator_resets_guard();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON authenticator_resets
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
