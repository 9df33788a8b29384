-- Deposits (rules.md §4). An address belongs to one account for ever; a transfer is one row per (network, transaction, log
-- index); it is credited once. Money itself is in the ledger.

-- What a network's USDT has below our smallest unit, in units of 10^-18: the dust of a credit is a leg in this asset.
INSERT INTO assets (code, decimals, supply) VALUES ('USDT18', 18, 'open');
SELECT ledger_open_system('external-deposits', 'external_deposits', 'USDT18'),
       ledger_open_system('rounding', 'rounding', 'USDT18');

-- The next unused index of each extended public key. Indexes are taken in the address's own transaction: no gaps.
CREATE TABLE deposit_keys (
  network text NOT NULL CHECK (network IN ('BEP20', 'TRC20')),
  key_id text NOT NULL CHECK (length(key_id) BETWEEN 8 AND 100),
  next_index integer NOT NULL DEFAULT 0 CHECK (next_index >= 0),
  PRIMARY KEY (network, key_id)
);

-- After the extended key was changed an account gets a new address; the old one stays its own and is still watched.
CREATE TABLE deposit_addresses (
  network text NOT NULL,
  address text NOT NULL,
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  key_id text NOT NULL,
  derivation_index integer NOT NULL CHECK (derivation_index >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (network, address),
  UNIQUE (network, key_id, derivation_index),
  UNIQUE (account_id, network, key_id),
  FOREIGN KEY (network, key_id) REFERENCES deposit_keys (network, key_id)
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON deposit_addresses FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE deposits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network text NOT NULL,
  tx_id text NOT NULL,
  log_index integer NOT NULL CHECK (log_index >= 0),
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  from_address text NOT NULL,
  to_address text NOT NULL,
  is_test boolean NOT NULL,
  -- The token's own smallest units; what is credited of it, in ours; the rest, in units of 10^-18.
  raw ledger_units NOT NULL CHECK (raw > 0),
  raw_decimals smallint NOT NULL CHECK (raw_decimals BETWEEN 6 AND 18),
  amount ledger_units NOT NULL CHECK (amount >= 0),
  dust ledger_units NOT NULL CHECK (dust >= 0),
  block_number bigint NOT NULL CHECK (block_number >= 0),
  block_hash text NOT NULL,
  block_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('confirming', 'credited', 'too-small')),
  credited_at timestamptz,
  journal_id bigint,
  -- A credited deposit whose block was reorganised away: the operator is told, nothing is taken back by itself.
  lost_at timestamptz,
  UNIQUE (network, tx_id, log_index),
  FOREIGN KEY (network, to_address) REFERENCES deposit_addresses (network, address),
  CHECK (amount * 1000000000000 + dust = raw * power(10::numeric, 18 - raw_decimals)),
  CHECK (dust < 1000000000000),
  CHECK ((status = 'credited') = (credited_at IS NOT NULL AND journal_id IS NOT NULL)),
  CHECK (status = 'credited' OR lost_at IS NULL)
);
CREATE INDEX deposits_account ON deposits (account_id, seen_at DESC, id DESC);
CREATE INDEX deposits_confirming ON deposits (network, block_number) WHERE status = 'confirming';
CREATE INDEX deposits_block ON deposits (network, block_number);

-- What was sent never changes, and what was credited stays so; where it stands on the chain may.
CREATE FUNCTION deposits_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.status = 'credited' THEN
      RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('deposit %s is credited', OLD.id);
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.id, NEW.network, NEW.tx_id, NEW.account_id, NEW.from_address, NEW.to_address, NEW.is_test, NEW.raw, NEW.raw_decimals,
      NEW.amount, NEW.dust, NEW.seen_at)
     IS DISTINCT FROM (OLD.id, OLD.network, OLD.tx_id, OLD.account_id, OLD.from_address, OLD.to_address, OLD.is_test, OLD.raw,
      OLD.raw_decimals, OLD.amount, OLD.dust, OLD.seen_at)
     OR (OLD.status <> NEW.status AND NOT (OLD.status = 'confirming' AND NEW.status = 'credited'))
     OR (OLD.status = 'credited' AND (NEW.credited_at, NEW.journal_id) IS DISTINCT FROM (OLD.credited_at, OLD.journal_id)) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('deposit %s', OLD.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON deposits FOR EACH ROW EXECUTE FUNCTION deposits_guard();

-- How far each network has been read: everything below next_block, and the hashes of the last blocks, to see when the chain
-- has become another one.
CREATE TABLE chain_scans (
  network text PRIMARY KEY,
  chain_id text NOT NULL,
  next_block bigint NOT NULL CHECK (next_block >= 0),
  -- [{"number": …, "hash": …}], ascending; the last one is the block before next_block.
  recent jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(recent) = 'array'),
  -- Raised by every change, so that of two gateways that read the same blocks one writes.
  revision bigint NOT NULL DEFAULT 1,
  trouble text,
  trouble_since timestamptz,
  updated_at timestamptz NOT NULL,
  CHECK ((trouble IS NULL) = (trouble_since IS NULL))
);
