-- The ledger (rules.md §1–2). The database itself keeps the promises: a journal sums to zero per asset, entries never
-- change, users and pools never go below zero, an account's entries are numbered without gaps, pools are filled only by
-- clean money. The functions that the gateway calls are in 0001; everything here holds against raw SQL as well.

-- Smallest units of one asset. numeric(38,0) refuses fractions of a unit by rounding and infinity by itself; NaN sorts
-- above every number, so the upper bound refuses it.
CREATE DOMAIN ledger_units AS numeric(38, 0)
  CHECK (VALUE > -1000000000000000000000000000000000000 AND VALUE < 1000000000000000000000000000000000000);

CREATE TABLE assets (
  code text PRIMARY KEY CHECK (code ~ '^[A-Z0-9]{2,16}$'),
  decimals smallint NOT NULL CHECK (decimals BETWEEN 0 AND 18),
  -- 'fixed': only the one issuance entry ever creates units, so no boundary account of this asset may go negative.
  supply text NOT NULL CHECK (supply IN ('open', 'fixed'))
);

-- What a kind of account is allowed to do is data.
CREATE TABLE account_kinds (
  kind text PRIMARY KEY CHECK (kind ~ '^[a-z][a-z_]{1,39}$'),
  holder text NOT NULL CHECK (holder IN ('user', 'system')),
  mode text NOT NULL CHECK (mode IN ('checked', 'append')),
  may_be_negative boolean NOT NULL,
  default_lanes smallint NOT NULL DEFAULT 1 CHECK (default_lanes BETWEEN 1 AND 64),
  CHECK (holder = 'system' OR (mode = 'checked' AND NOT may_be_negative AND default_lanes = 1)),
  CHECK (mode = 'checked' OR default_lanes = 1)
);

-- Source firewall (rules.md §1): a kind that appears here as credit_kind takes money only from the listed kinds, within
-- one journal and asset. The closure matters: what feeds a pool must not itself be filled by user money.
CREATE TABLE flow_rules (
  credit_kind text NOT NULL REFERENCES account_kinds (kind),
  debit_kind text NOT NULL REFERENCES account_kinds (kind),
  supply text NOT NULL CHECK (supply IN ('any', 'fixed')),
  PRIMARY KEY (credit_kind, debit_kind)
);

CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_account_id bigint,
  kind text NOT NULL REFERENCES account_kinds (kind),
  name text CHECK (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  lane smallint NOT NULL DEFAULT 0 CHECK (lane BETWEEN 0 AND 63),
  asset text NOT NULL REFERENCES assets (code),
  mode text NOT NULL,
  may_be_negative boolean NOT NULL,
  balance ledger_units NOT NULL DEFAULT 0,
  held ledger_units NOT NULL DEFAULT 0 CHECK (held >= 0),
  entry_count bigint NOT NULL DEFAULT 0 CHECK (entry_count >= 0),
  CHECK ((owner_account_id IS NULL) <> (name IS NULL)),
  CONSTRAINT accounts_not_negative CHECK (may_be_negative OR balance - held >= 0),
  CONSTRAINT accounts_append_untouched CHECK (mode = 'checked' OR (balance = 0 AND held = 0 AND entry_count = 0)),
  CONSTRAINT accounts_issued_once CHECK (kind <> 'issuance' OR (entry_count <= 1 AND balance <= 0))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX accounts_owner ON accounts (owner_account_id, kind, asset) WHERE owner_account_id IS NOT NULL;
CREATE UNIQUE INDEX accounts_system ON accounts (name, asset, lane) WHERE name IS NOT NULL;
CREATE UNIQUE INDEX accounts_issuance ON accounts (asset) WHERE kind = 'issuance';

CREATE TABLE journals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transfer_id text NOT NULL UNIQUE CHECK (length(transfer_id) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9-]{1,39}$'),
  reference text CHECK (length(reference) <= 200),
  memo jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(memo) = 'object'),
  leg_count smallint NOT NULL CHECK (leg_count >= 2),
  created_at timestamptz NOT NULL
);
CREATE INDEX journals_reference ON journals (reference, id) WHERE reference IS NOT NULL;

CREATE TABLE holds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transfer_id text NOT NULL UNIQUE CHECK (length(transfer_id) BETWEEN 1 AND 200),
  account_id bigint NOT NULL,
  amount ledger_units NOT NULL CHECK (amount > 0),
  posted ledger_units NOT NULL DEFAULT 0 CHECK (posted >= 0),
  released ledger_units NOT NULL DEFAULT 0 CHECK (released >= 0),
  reference text CHECK (length(reference) <= 200),
  created_at timestamptz NOT NULL,
  CONSTRAINT holds_within_amount CHECK (posted + released <= amount)
);
CREATE INDEX holds_open ON holds (account_id) WHERE posted + released < amount;

-- No foreign key to accounts: its share lock would touch the row of a hot system account on every post. The trigger
-- below checks the account, and accounts are never deleted.
CREATE TABLE entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  journal_id bigint NOT NULL,
  leg smallint NOT NULL,
  account_id bigint NOT NULL,
  asset text NOT NULL,
  amount ledger_units NOT NULL CHECK (amount <> 0),
  hold_id bigint,
  account_seq bigint,
  balance_after ledger_units,
  UNIQUE (journal_id, leg),
  UNIQUE (account_id, account_seq),
  CHECK (hold_id IS NULL OR amount < 0)
);
CREATE INDEX entries_account ON entries (account_id, id);
CREATE INDEX entries_hold ON entries (hold_id) WHERE hold_id IS NOT NULL;

-- Append accounts: an entry waits here until the sealing job numbers it. Posting only inserts, so nothing is hot.
CREATE TABLE entries_unsealed (
  entry_id bigint PRIMARY KEY,
  account_id bigint NOT NULL
);
CREATE INDEX entries_unsealed_account ON entries_unsealed (account_id, entry_id);

CREATE TABLE entry_seals (
  account_id bigint NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  entry_id bigint NOT NULL UNIQUE,
  balance_after ledger_units NOT NULL,
  PRIMARY KEY (account_id, seq)
);

-- One row per intent of one user. Inserted first, so that a concurrent retry waits for it; kept for ever.
CREATE TABLE idempotency_keys (
  user_id bigint NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 8 AND 100),
  call text NOT NULL,
  input_hash text NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  act text NOT NULL,
  subject text,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_subject ON audit_log (subject, id);

CREATE TABLE system_jobs (
  name text PRIMARY KEY,
  state jsonb NOT NULL DEFAULT '{}',
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_error text
);

-- ---------------------------------------------------------------------------------------------------------- immutable

CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('%s of %s is refused', TG_OP, TG_TABLE_NAME);
END $$;

CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON journals FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON entry_seals FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON holds FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE ON entries_unsealed FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON assets FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE TRIGGER kept_whole BEFORE TRUNCATE ON assets FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON journals FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON entries_unsealed FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON entry_seals FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON holds FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON idempotency_keys FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE FUNCTION idempotency_answer_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.answer IS NOT NULL OR NEW.answer IS NULL
     OR (NEW.user_id, NEW.key, NEW.call, NEW.input_hash, NEW.created_at)
        IS DISTINCT FROM (OLD.user_id, OLD.key, OLD.call, OLD.input_hash, OLD.created_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = 'an idempotency answer is written once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER answer_once BEFORE UPDATE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION idempotency_answer_once();

-- ----------------------------------------------------------------------------------------------------------- accounts

CREATE FUNCTION accounts_before_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE k account_kinds; fixed_supply boolean;
BEGIN
  SELECT * INTO k FROM account_kinds WHERE kind = NEW.kind;
  SELECT supply = 'fixed' INTO fixed_supply FROM assets WHERE code = NEW.asset;
  IF k.kind IS NULL OR fixed_supply IS NULL OR (k.holder = 'user') <> (NEW.owner_account_id IS NOT NULL)
     OR (NEW.kind = 'issuance' AND NOT fixed_supply)
     OR NEW.balance <> 0 OR NEW.held <> 0 OR NEW.entry_count <> 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'LG002', MESSAGE = 'account-refused', DETAIL = format('kind %s, asset %s', NEW.kind, NEW.asset);
  END IF;
  IF NEW.name IS NOT NULL AND EXISTS (SELECT FROM accounts a WHERE a.name = NEW.name AND a.kind <> NEW.kind) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG002', MESSAGE = 'account-refused', DETAIL = format('%s is of another kind', NEW.name);
  END IF;
  NEW.mode := k.mode;
  NEW.may_be_negative := k.may_be_negative AND (NEW.kind = 'issuance' OR NOT fixed_supply);
  RETURN NEW;
END $$;
CREATE TRIGGER from_kind BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION accounts_before_insert();

-- A balance moves only through an entry, held only through a hold: both arrive here from inside another trigger.
CREATE FUNCTION accounts_before_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2
     OR (NEW.id, NEW.owner_account_id, NEW.kind, NEW.name, NEW.lane, NEW.asset, NEW.mode, NEW.may_be_negative)
        IS DISTINCT FROM (OLD.id, OLD.owner_account_id, OLD.kind, OLD.name, OLD.lane, OLD.asset, OLD.mode, OLD.may_be_negative)
     OR NEW.entry_count NOT BETWEEN OLD.entry_count AND OLD.entry_count + 1
     OR (NEW.balance <> OLD.balance) <> (NEW.entry_count <> OLD.entry_count) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = 'an account changes only through an entry or a hold';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER through_entries BEFORE UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION accounts_before_update();

-- ------------------------------------------------------------------------------------------------------------ entries

-- The true balance of an append account: its last seal plus what is not sealed yet.
CREATE FUNCTION ledger_append_balance(p_account bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT s.balance_after FROM entry_seals s WHERE s.account_id = p_account ORDER BY s.seq DESC LIMIT 1), 0)
       + coalesce((SELECT sum(e.amount) FROM entries_unsealed u JOIN entries e ON e.id = u.entry_id
                   WHERE u.account_id = p_account), 0)
$$;

-- Debits of one append account, and its sealing, happen one after the other under this lock (held to the commit).
CREATE FUNCTION ledger_lock_append(p_account bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- An older snapshot would not see the debits that committed while this one waited.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION USING ERRCODE = 'LG003', MESSAGE = 'isolation', DETAIL = 'append accounts need read committed';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger-append', 0) # p_account);
END $$;

CREATE FUNCTION entries_before_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE a accounts; declared smallint; h_account bigint;
BEGIN
  -- Legs are declared by the journal and unique, and the deferred check wants all of them at commit: nothing can be
  -- added to a journal by a later transaction.
  SELECT leg_count INTO declared FROM journals WHERE id = NEW.journal_id;
  IF declared IS NULL OR NEW.leg NOT BETWEEN 1 AND declared OR NEW.account_seq IS NOT NULL OR NEW.balance_after IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'LG004', MESSAGE = 'entry-refused', DETAIL = format('journal %s leg %s', NEW.journal_id, NEW.leg);
  END IF;
  IF NEW.hold_id IS NOT NULL THEN
    UPDATE holds SET posted = posted - NEW.amount WHERE id = NEW.hold_id AND account_id = NEW.account_id
      RETURNING account_id INTO h_account;
    IF h_account IS NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'LG016', MESSAGE = 'unknown-hold', DETAIL = NEW.hold_id::text;
    END IF;
  END IF;
  UPDATE accounts SET balance = balance + NEW.amount, entry_count = entry_count + 1
    WHERE id = NEW.account_id AND mode = 'checked'
      AND (NEW.amount > 0 OR may_be_negative OR balance - held + NEW.amount >= 0) RETURNING * INTO a;
  IF a.id IS NOT NULL THEN
    NEW.asset := a.asset;
    NEW.account_seq := a.entry_count;
    NEW.balance_after := a.balance;
    RETURN NEW;
  END IF;
  SELECT * INTO a FROM accounts WHERE id = NEW.account_id;
  IF a.id IS NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'LG013', MESSAGE = 'unknown-account', DETAIL = NEW.account_id::text;
  END IF;
  IF a.mode = 'checked' THEN
    RAISE EXCEPTION USING ERRCODE = 'LG010', MESSAGE = 'insufficient-funds', DETAIL = coalesce(a.name, a.id::text);
  END IF;
  NEW.asset := a.asset;
  IF NEW.amount < 0 AND NOT a.may_be_negative THEN
    PERFORM ledger_lock_append(a.id);
    IF ledger_append_balance(a.id) + NEW.amount < 0 THEN
      RAISE EXCEPTION USING ERRCODE = 'LG010', MESSAGE = 'insufficient-funds', DETAIL = coalesce(a.name, a.id::text);
    END IF;
  END IF;
  INSERT INTO entries_unsealed (entry_id, account_id) VALUES (NEW.id, NEW.account_id);
  RETURN NEW;
END $$;
CREATE TRIGGER moves_balance BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION entries_before_insert();

-- The flows between account kinds that the firewall forbids. A view, so that a journal's id reaches the indexes.
CREATE VIEW ledger_refused_flows AS
  SELECT DISTINCT c.journal_id, c.asset, ca.kind AS credit_kind, da.kind AS debit_kind
    FROM entries c
    JOIN accounts ca ON ca.id = c.account_id
    JOIN entries d ON d.journal_id = c.journal_id AND d.asset = c.asset AND d.amount < 0
    JOIN accounts da ON da.id = d.account_id
    JOIN assets s ON s.code = c.asset
   WHERE c.amount > 0
     AND EXISTS (SELECT FROM flow_rules g WHERE g.credit_kind = ca.kind)
     AND NOT EXISTS (SELECT FROM flow_rules r WHERE r.credit_kind = ca.kind AND r.debit_kind = da.kind
                     AND (r.supply = 'any' OR r.supply = s.supply));

-- At commit: every declared leg is there, the journal sums to zero per asset, and the firewall holds.
CREATE FUNCTION journals_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE legs bigint; bad text;
BEGIN
  SELECT sum(t.n), min(t.asset) FILTER (WHERE t.total <> 0) INTO legs, bad
    FROM (SELECT asset, count(*) AS n, sum(amount) AS total FROM entries WHERE journal_id = NEW.id GROUP BY asset) t;
  IF legs IS DISTINCT FROM NEW.leg_count::bigint OR bad IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'LG012', MESSAGE = 'unbalanced', DETAIL = format('journal %s %s', NEW.id, coalesce(bad, 'legs'));
  END IF;
  SELECT format('%s from %s', refused.credit_kind, refused.debit_kind) INTO bad FROM ledger_refused_flows refused
    WHERE refused.journal_id = NEW.id LIMIT 1;
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'LG014', MESSAGE = 'source-refused', DETAIL = bad;
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER journals_whole AFTER INSERT ON journals DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION journals_at_commit();

-- -------------------------------------------------------------------------------------------------------------- holds

CREATE FUNCTION holds_before_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE a accounts;
BEGIN
  IF NEW.posted <> 0 OR NEW.released <> 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = 'a hold starts whole';
  END IF;
  UPDATE accounts SET held = held + NEW.amount
    WHERE id = NEW.account_id AND mode = 'checked' AND balance - held >= NEW.amount;
  IF NOT FOUND THEN
    SELECT * INTO a FROM accounts WHERE id = NEW.account_id;
    IF a.mode = 'checked' THEN
      RAISE EXCEPTION USING ERRCODE = 'LG010', MESSAGE = 'insufficient-funds', DETAIL = a.id::text;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'LG013', MESSAGE = 'unknown-account', DETAIL = NEW.account_id::text;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER takes_available BEFORE INSERT ON holds FOR EACH ROW EXECUTE FUNCTION holds_before_insert();

CREATE FUNCTION holds_before_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- posted moves only with its entry, which arrives here from the entries trigger.
  IF (NEW.posted <> OLD.posted AND pg_trigger_depth() < 2) OR NEW.posted < OLD.posted OR NEW.released < OLD.released
     OR (NEW.id, NEW.transfer_id, NEW.account_id, NEW.amount, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.transfer_id, OLD.account_id, OLD.amount, OLD.created_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = 'a hold is only posted or released';
  END IF;
  IF NEW.posted + NEW.released > NEW.amount THEN
    RAISE EXCEPTION USING ERRCODE = 'LG017', MESSAGE = 'hold-exceeded', DETAIL = NEW.id::text;
  END IF;
  UPDATE accounts SET held = held - (NEW.posted + NEW.released - OLD.posted - OLD.released) WHERE id = NEW.account_id;
  RETURN NEW;
END $$;
CREATE TRIGGER gives_back BEFORE UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION holds_before_update();

-- -------------------------------------------------------------------------------------------------------------- seals

CREATE FUNCTION entry_seals_before_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last entry_seals; moved numeric;
BEGIN
  SELECT * INTO last FROM entry_seals WHERE account_id = NEW.account_id ORDER BY seq DESC LIMIT 1;
  SELECT e.amount INTO moved FROM entries e JOIN entries_unsealed u ON u.entry_id = e.id
   WHERE e.id = NEW.entry_id AND e.account_id = NEW.account_id;
  IF moved IS NULL OR NEW.seq <> coalesce(last.seq, 0) + 1 OR NEW.balance_after <> coalesce(last.balance_after, 0) + moved THEN
    RAISE EXCEPTION USING ERRCODE = 'LG005', MESSAGE = 'seal-refused', DETAIL = format('account %s seq %s', NEW.account_id, NEW.seq);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER continuous BEFORE INSERT ON entry_seals FOR EACH ROW EXECUTE FUNCTION entry_seals_before_insert();

CREATE FUNCTION entries_unsealed_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = 'only an entry is queued for sealing';
  END IF;
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM entry_seals WHERE entry_id = OLD.entry_id) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = 'an entry leaves the queue when it is sealed';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER guarded BEFORE INSERT OR DELETE ON entries_unsealed FOR EACH ROW EXECUTE FUNCTION entries_unsealed_guard();

-- --------------------------------------------------------------------------------------------------------------- data

INSERT INTO assets (code, decimals, supply) VALUES ('USDT', 6, 'open'), ('RAB', 8, 'fixed');

INSERT INTO account_kinds (kind, holder, mode, may_be_negative, default_lanes) VALUES
  ('user_cash', 'user', 'checked', false, 1),
  ('user_custody', 'user', 'checked', false, 1),
  ('user_escrow', 'user', 'checked', false, 1),
  ('pool', 'system', 'checked', false, 8),
  ('reserve', 'system', 'checked', false, 8),
  ('treasury', 'system', 'checked', false, 8),
  ('issuance', 'system', 'checked', true, 1),
  ('fee_revenue', 'system', 'append', false, 1),
  ('mining_receipts', 'system', 'append', false, 1),
  ('machine_sales', 'system', 'append', false, 1),
  ('insurance', 'system', 'append', false, 1),
  ('rounding', 'system', 'append', false, 1),
  ('operator_drawings', 'system', 'append', false, 1),
  ('operator_capital', 'system', 'append', true, 1),
  ('external_deposits', 'system', 'append', true, 1),
  ('external_withdrawals', 'system', 'append', true, 1),
  ('demo_funding', 'system', 'append', true, 1);

INSERT INTO flow_rules (credit_kind, debit_kind, supply) VALUES
  ('pool', 'fee_revenue', 'any'), ('pool', 'mining_receipts', 'any'), ('pool', 'operator_capital', 'any'),
  ('pool', 'pool', 'any'), ('pool', 'reserve', 'any'),
  ('reserve', 'pool', 'any'), ('reserve', 'reserve', 'any'),
  ('mining_receipts', 'operator_capital', 'any'),
  -- Capital may come back from where it went, and profit may be put to work; nothing else may call itself capital. The
  -- treasury of a fixed-supply asset is the operator's own stock; of any other asset it holds what users paid.
  ('operator_capital', 'pool', 'any'), ('operator_capital', 'fee_revenue', 'any'),
  ('operator_capital', 'mining_receipts', 'any'), ('operator_capital', 'treasury', 'fixed'),
  ('fee_revenue', 'user_cash', 'any'), ('fee_revenue', 'user_custody', 'any'), ('fee_revenue', 'user_escrow', 'any'),
  ('fee_revenue', 'pool', 'any'),
  ('treasury', 'issuance', 'fixed'), ('treasury', 'operator_capital', 'any'), ('treasury', 'user_cash', 'any'),
  ('treasury', 'user_escrow', 'any'), ('treasury', 'treasury', 'any');
