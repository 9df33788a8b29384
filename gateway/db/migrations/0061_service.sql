-- Customer service (rules.md §9): a person has one conversation for each topic. It is closed by an operator and goes on when the person
-- writes again; each closing can be rated once.

CREATE TABLE service_conversations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  topic text NOT NULL CHECK (topic ~ '^[a-z-]{1,20}$'),
  opened_at timestamptz NOT NULL,
  -- The number of the newest message; a trigger raises it with each.
  last_seq bigint NOT NULL DEFAULT 0,
  last_at timestamptz NOT NULL,
  -- The number of the operators' newest message.
  answered_seq bigint NOT NULL DEFAULT 0,
  -- Up to these numbers the other side's messages have come, and were read.
  person_delivered bigint NOT NULL DEFAULT 0,
  person_read bigint NOT NULL DEFAULT 0,
  operator_delivered bigint NOT NULL DEFAULT 0,
  operator_read bigint NOT NULL DEFAULT 0,
  -- The latest closing, while nobody has written since.
  closed_at timestamptz,
  UNIQUE (user_id, topic),
  CHECK (person_read <= person_delivered AND person_delivered <= last_seq),
  CHECK (operator_read <= operator_delivered AND operator_delivered <= last_seq),
  CHECK (answered_seq <= last_seq)
);
CREATE INDEX service_conversations_open ON service_conversations (last_at) WHERE closed_at IS NULL;

CREATE TABLE service_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conversation_id bigint NOT NULL REFERENCES service_conversations (id),
  -- From 1 on, without gaps; the trigger below gives it.
  seq bigint NOT NULL DEFAULT 0,
  author text NOT NULL CHECK (author IN ('person', 'operator')),
  -- The operator's name, which only operators see.
  operator text CHECK ((operator IS NULL) = (author = 'person')),
  -- Made by the device; an operator's by the database.
  client_id uuid NOT NULL DEFAULT gen_random_uuid(),
  text text CHECK (length(text) BETWEEN 1 AND 1000),
  image uuid REFERENCES uploads (id),
  -- A record of the person's own, and what it was about when it was attached.
  order_kind text CHECK (order_kind ~ '^[a-z-]{1,20}$'),
  order_id bigint,
  order_amount text,
  order_asset text REFERENCES assets (code),
  created_at timestamptz NOT NULL,
  UNIQUE (conversation_id, seq),
  UNIQUE (conversation_id, client_id),
  CHECK (text IS NOT NULL OR image IS NOT NULL OR order_kind IS NOT NULL),
  CHECK (num_nulls(order_kind, order_id, order_amount, order_asset) IN (0, 4))
);

-- Writers of one conversation wait for its row, so that numbers follow each other as the messages can be seen.
CREATE FUNCTION service_messages_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE service_conversations
     SET last_seq = last_seq + 1,
         last_at = NEW.created_at,
         answered_seq = CASE WHEN NEW.author = 'operator' THEN last_seq + 1 ELSE answered_seq END,
         closed_at = CASE WHEN NEW.author = 'person' THEN NULL ELSE closed_at END
   WHERE id = NEW.conversation_id
   RETURNING last_seq INTO STRICT NEW.seq;
  RETURN NEW;
END $$;
CREATE TRIGGER numbered BEFORE INSERT ON service_messages FOR EACH ROW EXECUTE FUNCTION service_messages_number();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON service_messages FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE service_closings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conversation_id bigint NOT NULL REFERENCES service_conversations (id),
  operator text NOT NULL,
  closed_at timestamptz NOT NULL,
  stars smallint CHECK (stars BETWEEN 1 AND 5),
  rated_at timestamptz,
  CHECK ((stars IS NULL) = (rated_at IS NULL))
);
CREATE INDEX service_closings_of ON service_closings (conversation_id, id DESC);

CREATE FUNCTION service_closings_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.stars IS NOT NULL
     OR (NEW.conversation_id, NEW.operator, NEW.closed_at) IS DISTINCT FROM (OLD.conversation_id, OLD.operator, OLD.closed_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('closing %s', OLD.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON service_closings FOR EACH ROW EXECUTE FUNCTION service_closings_guard();
