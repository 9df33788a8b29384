-- Mining machines and tickets (rules.md §6): models on sale, machines that were bought, tickets, and each UTC day's receipts with
-- their distribution. Money itself is in the ledger; what a machine has earned is in incomes.

-- Nobody alone pays the service fee: it is taken of a day's receipts before anybody has a share in them.
ALTER TABLE fees ALTER COLUMN payer_account_id DROP NOT NULL,
  ADD CONSTRAINT fees_payer CHECK ((payer_account_id IS NULL) = (source = 'machine-service')),
  ADD CONSTRAINT fees_of_nobody CHECK (payer_account_id IS NOT NULL OR promotion + management + dynamic = 0);

CREATE TABLE machine_models (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{1,32}$'),
  -- T of a machine.
  hashrate integer NOT NULL CHECK (hashrate BETWEEN 1 AND 1000000),
  -- Both prices are of the whole machine.
  price ledger_units NOT NULL CHECK (price > 0),
  tickets integer NOT NULL CHECK (tickets BETWEEN 1 AND 1000000),
  takes_usdt boolean NOT NULL,
  takes_tickets boolean NOT NULL,
  -- A part in tickets and the rest in USDT.
  takes_both boolean NOT NULL,
  term_days integer NOT NULL CHECK (term_days BETWEEN 1 AND 3650),
  is_open boolean NOT NULL,
  stock integer NOT NULL CHECK (stock >= 0),
  sold integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
  -- Raised by every change of the terms; buying names the one that was seen.
  revision integer NOT NULL DEFAULT 1 CHECK (revision >= 1),
  CONSTRAINT machine_models_payable CHECK (takes_usdt OR takes_tickets OR takes_both)
);

-- On sale from the moment at which the operator opens them.
INSERT INTO machine_models (id, hashrate, price, tickets, takes_usdt, takes_tickets, takes_both, term_days, is_open, stock) VALUES
  ('t10', 10, 200000000, 20, true, true, true, 365, false, 0),
  ('t50', 50, 950000000, 95, true, true, true, 365, false, 0),
  ('t100', 100, 1800000000, 180, true, true, true, 365, false, 0),
  ('t500', 500, 8500000000, 850, true, false, true, 365, false, 0);

CREATE TABLE machines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  model_id text NOT NULL REFERENCES machine_models (id),
  hashrate integer NOT NULL CHECK (hashrate >= 1),
  -- USDT and tickets that were paid for it.
  price ledger_units NOT NULL CHECK (price >= 0),
  tickets integer NOT NULL CHECK (tickets >= 0),
  bought_at timestamptz NOT NULL,
  -- The UTC days on which it runs, whole ones; the last one is the day before end_day.
  first_day date NOT NULL,
  end_day date NOT NULL,
  journal_id bigint UNIQUE REFERENCES journals (id),
  CHECK (price > 0 OR tickets > 0),
  CHECK (first_day > (bought_at AT TIME ZONE 'UTC')::date AND end_day > first_day)
);
CREATE INDEX machines_account ON machines (account_id, bought_at DESC, id DESC);

CREATE TABLE ticket_grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Made by the operator's command line, so that a repeated send grants once.
  run_id uuid NOT NULL UNIQUE,
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  source text NOT NULL CHECK (source IN ('operator', 'promotion')),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  tickets integer NOT NULL CHECK (tickets BETWEEN 1 AND 10000),
  granted_at timestamptz NOT NULL
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON ticket_grants FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE machine_tickets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  grant_id bigint NOT NULL REFERENCES ticket_grants (id),
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  granted_at timestamptz NOT NULL,
  -- Set once, together, by the purchase.
  machine_id bigint REFERENCES machines (id),
  used_at timestamptz,
  CHECK ((machine_id IS NULL) = (used_at IS NULL))
);
CREATE INDEX machine_tickets_account ON machine_tickets (account_id, granted_at DESC, id DESC);
CREATE INDEX machine_tickets_available ON machine_tickets (account_id, id) WHERE machine_id IS NULL;
CREATE INDEX machine_tickets_used ON machine_tickets (machine_id) WHERE machine_id IS NOT NULL;

CREATE TABLE mining_receipts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- In UTC.
  day date NOT NULL UNIQUE,
  receipts ledger_units NOT NULL CHECK (receipts > 0),
  fee_rate numeric(11, 10) NOT NULL CHECK (fee_rate >= 0 AND fee_rate < 1),
  fee ledger_units NOT NULL CHECK (fee >= 0),
  -- The machines' part.
  output ledger_units NOT NULL CHECK (output >= 0),
  -- What ran that day.
  machines integer NOT NULL CHECK (machines > 0),
  hashrate bigint NOT NULL CHECK (hashrate > 0),
  -- Largest remainder: a machine gets a unit more than output × its T / hashrate, rounded down, when the remainder is above this one, or
  -- is this one and the machine's id is up to cut_id.
  cut_remainder ledger_units NOT NULL CHECK (cut_remainder >= 0),
  cut_id bigint NOT NULL CHECK (cut_id >= 0),
  -- Evidence: a transaction's id, or a file by its name and SHA-256.
  transaction_id text CHECK (length(transaction_id) BETWEEN 1 AND 200),
  file_name text CHECK (length(file_name) BETWEEN 1 AND 200),
  file_hash text CHECK (file_hash ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz NOT NULL,
  journal_id bigint NOT NULL UNIQUE REFERENCES journals (id),
  -- The distribution: machines up to through_id have their income.
  through_id bigint NOT NULL DEFAULT 0,
  distributed_at timestamptz,
  CONSTRAINT mining_receipts_whole CHECK (receipts = fee + output),
  CONSTRAINT mining_receipts_evidence CHECK ((transaction_id IS NULL) = (file_name IS NOT NULL) AND (file_name IS NULL) = (file_hash IS NULL)),
  CONSTRAINT mining_receipts_over CHECK (day < (recorded_at AT TIME ZONE 'UTC')::date)
);
CREATE INDEX mining_receipts_open ON mining_receipts (day) WHERE distributed_at IS NULL;

-- ------------------------------------------------------------------------------------------------------------- guards

CREATE FUNCTION machine_models_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A machine takes itself out of the stock (below); nothing else counts as sold.
  IF NEW.id <> OLD.id OR (NEW.sold <> OLD.sold AND pg_trigger_depth() < 2) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('machine model %s', OLD.id);
  END IF;
  NEW.revision := OLD.revision;
  IF (NEW.hashrate, NEW.price, NEW.tickets, NEW.takes_usdt, NEW.takes_tickets, NEW.takes_both, NEW.term_days, NEW.is_open)
     IS DISTINCT FROM (OLD.hashrate, OLD.price, OLD.tickets, OLD.takes_usdt, OLD.takes_tickets, OLD.takes_both, OLD.term_days, OLD.is_open) THEN
    NEW.revision := OLD.revision + 1;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE ON machine_models FOR EACH ROW EXECUTE FUNCTION machine_models_guard();
CREATE TRIGGER kept BEFORE DELETE ON machine_models FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- The stock falls with the machine's own row, so that no machine is sold without one, and the CHECK keeps it from going below zero. A day
-- whose receipts are distributed gets no further machine.
CREATE FUNCTION machines_take() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM mining_receipts WHERE day >= NEW.first_day AND day < NEW.end_day) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('receipts of a day from %s on', NEW.first_day);
  END IF;
  UPDATE machine_models SET stock = stock - 1, sold = sold + 1 WHERE id = NEW.model_id;
  RETURN NEW;
END $$;
CREATE TRIGGER takes_stock BEFORE INSERT ON machines FOR EACH ROW EXECUTE FUNCTION machines_take();

CREATE FUNCTION machines_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.journal_id IS NOT NULL OR to_jsonb(NEW) - 'journal_id' IS DISTINCT FROM to_jsonb(OLD) - 'journal_id' THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('machine %s', OLD.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE ON machines FOR EACH ROW EXECUTE FUNCTION machines_guard();
CREATE TRIGGER kept BEFORE DELETE ON machines FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE FUNCTION machine_tickets_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.machine_id IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = 'a ticket begins available';
    END IF;
  ELSIF OLD.machine_id IS NOT NULL
     OR (NEW.id, NEW.grant_id, NEW.account_id, NEW.granted_at) IS DISTINCT FROM (OLD.id, OLD.grant_id, OLD.account_id, OLD.granted_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('ticket %s', OLD.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON machine_tickets FOR EACH ROW EXECUTE FUNCTION machine_tickets_guard();
CREATE TRIGGER kept BEFORE DELETE ON machine_tickets FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- Machines whose payment is not what their rows say: the journal moves the price from the owner's cash to the sales, and the tickets are
-- the owner's. Since tickets and machines never change again, both come about in the purchase's own transaction or not at all.
CREATE VIEW machines_unpaid AS
  SELECT m.id AS machine_id, m.price, p.sold, p.debited, m.tickets, t.used
    FROM machines m
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(e.amount) FILTER (WHERE a.name = 'machine-sales'), 0) AS sold,
            coalesce(-sum(e.amount) FILTER (WHERE a.owner_account_id = m.account_id AND a.kind = 'user_cash'), 0) AS debited
       FROM entries e JOIN accounts a ON a.id = e.account_id WHERE e.journal_id = m.journal_id AND e.asset = 'USDT') p
   CROSS JOIN LATERAL (
     SELECT count(*) AS used FROM machine_tickets k WHERE k.machine_id = m.id AND k.account_id = m.account_id AND k.used_at = m.bought_at) t
   WHERE p.sold <> m.price OR p.debited <> m.price OR t.used <> m.tickets
      OR EXISTS (SELECT FROM machine_tickets k WHERE k.machine_id = m.id AND k.account_id <> m.account_id);

CREATE FUNCTION machines_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE machine bigint := CASE TG_TABLE_NAME WHEN 'machines' THEN (to_jsonb(NEW) ->> 'id')::bigint ELSE (to_jsonb(NEW) ->> 'machine_id')::bigint END;
BEGIN
  IF EXISTS (SELECT FROM machines_unpaid WHERE machine_id = machine) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('machine %s is not paid as its row says', machine);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER paid AFTER INSERT OR UPDATE ON machines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION machines_at_commit();
CREATE CONSTRAINT TRIGGER paid AFTER UPDATE ON machine_tickets DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION machines_at_commit();

CREATE FUNCTION mining_receipts_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.distributed_at IS NOT NULL OR NEW.through_id < OLD.through_id
     OR to_jsonb(NEW) - '{through_id,distributed_at}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{through_id,distributed_at}'::text[] THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('receipts of %s', OLD.day);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE ON mining_receipts FOR EACH ROW EXECUTE FUNCTION mining_receipts_guard();
CREATE TRIGGER kept BEFORE DELETE ON mining_receipts FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE TRIGGER kept_whole BEFORE TRUNCATE ON machine_models FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON machines FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON ticket_grants FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON machine_tickets FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON mining_receipts FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
