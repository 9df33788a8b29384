-- Feedback (rules.md §9): awaiting reply → replied. What somebody wrote and what was replied to it never changes.
CREATE TABLE feedback (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  -- Made by the device, one for each form: what is sent twice is there once.
  client_id uuid NOT NULL,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  content text NOT NULL CHECK (length(content) BETWEEN 1 AND 2000),
  order_number text CHECK (length(order_number) BETWEEN 1 AND 81),
  created_at timestamptz NOT NULL,
  -- Of the first reply.
  replied_at timestamptz,
  status text NOT NULL GENERATED ALWAYS AS (CASE WHEN replied_at IS NULL THEN 'awaiting-reply' ELSE 'replied' END) STORED,
  UNIQUE (user_id, client_id)
);
CREATE INDEX feedback_of ON feedback (user_id, created_at DESC, id DESC);
CREATE INDEX feedback_by_status ON feedback (status, created_at, id);

CREATE FUNCTION feedback_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.replied_at IS NOT NULL
     OR (NEW.id, NEW.user_id, NEW.client_id, NEW.title, NEW.content, NEW.order_number, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.client_id, OLD.title, OLD.content, OLD.order_number, OLD.created_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('feedback %s', OLD.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON feedback FOR EACH ROW EXECUTE FUNCTION feedback_guard();

-- Uploads of the person who wrote it, in the order in which they were attached.
CREATE TABLE feedback_images (
  feedback_id bigint NOT NULL REFERENCES feedback (id),
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 52),
  image uuid NOT NULL REFERENCES uploads (id),
  PRIMARY KEY (feedback_id, place),
  UNIQUE (feedback_id, image)
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON feedback_images FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE feedback_replies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feedback_id bigint NOT NULL REFERENCES feedback (id),
  -- The operator's name; the person is not told it.
  actor text NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  at timestamptz NOT NULL
);
CREATE INDEX feedback_replies_of ON feedback_replies (feedback_id, id);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON feedback_replies FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
