-- Whoever asks what became of a key that nothing is known of closes it: the row is there before a late request, which runs into it and is
-- refused. A closed key has no call, no input and never an answer.
ALTER TABLE idempotency_keys
  ADD COLUMN closed boolean NOT NULL DEFAULT false,
  ALTER COLUMN call DROP NOT NULL,
  ALTER COLUMN input_hash DROP NOT NULL,
  ADD CONSTRAINT idempotency_keys_closed CHECK (
    CASE WHEN closed THEN call IS NULL AND input_hash IS NULL AND answer IS NULL
         ELSE call IS NOT NULL AND input_hash IS NOT NULL END);

CREATE OR REPLACE FUNCTION idempotency_answer_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.answer IS NOT NULL OR NEW.answer IS NULL
     OR (NEW.user_id, NEW.key, NEW.call, NEW.input_hash, NEW.created_at, NEW.closed)
        IS DISTINCT FROM (OLD.user_id, OLD.key, OLD.call, OLD.input_hash, OLD.created_at, OLD.closed) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = 'an idempotency answer is written once';
  END IF;
  RETURN NEW;
END $$;
