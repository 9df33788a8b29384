-- What one operator wants to do and another one has to approve. A row ends once: executed, or rejected; what is past its time stays open
-- and is refused.
CREATE TABLE operator_proposals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  command text NOT NULL CHECK (length(command) BETWEEN 1 AND 100),
  input jsonb NOT NULL,
  -- What the command told when it was rehearsed.
  preview jsonb NOT NULL CHECK (jsonb_typeof(preview) = 'array'),
  proposed_by text NOT NULL CHECK (length(proposed_by) BETWEEN 1 AND 100),
  at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'executed', 'rejected')),
  decided_by text,
  decided_at timestamptz,
  -- Why it was rejected.
  reason text CHECK (length(reason) BETWEEN 1 AND 200),
  CHECK ((state = 'open') = (decided_by IS NULL) AND (state = 'open') = (decided_at IS NULL)),
  CHECK ((state = 'rejected') = (reason IS NOT NULL)),
  -- Whoever proposes may take it back, and cannot execute it.
  CHECK (state <> 'executed' OR decided_by <> proposed_by)
);
CREATE INDEX operator_proposals_open ON operator_proposals (id) WHERE state = 'open';

CREATE FUNCTION operator_proposals_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state <> 'open'
     OR (NEW.id, NEW.command, NEW.input, NEW.preview, NEW.proposed_by, NEW.at, NEW.expires_at)
        IS DISTINCT FROM (OLD.id, OLD.command, OLD.input, OLD.preview, OLD.proposed_by, OLD.at, OLD.expires_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('proposal %s is %s', OLD.id, OLD.state);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON operator_proposals FOR EACH ROW EXECUTE FUNCTION operator_proposals_guard();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON operator_proposals FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
