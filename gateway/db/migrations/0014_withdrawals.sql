-- Withdrawals (rules.md §4). Amount and fee are held from the request to the end. A withdrawal on a chain has one nonce for
-- ever, and every transaction of it is kept as signed before any endpoint gets it. Money itself is in the ledger.

ALTER TABLE verification_codes DROP CONSTRAINT verification_codes_purpose_check,
  ADD CHECK (purpose IN ('register', 'login', 'forget', 'login-password', 'trade-password', 'withdraw'));

CREATE TABLE withdrawals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  method_id bigint NOT NULL REFERENCES withdrawal_methods (id),
  -- The method as it was when it was asked for.
  kind text NOT NULL CHECK (kind IN ('chain', 'bank')),
  network text CHECK (network IN ('BEP20', 'TRC20')),
  is_test boolean NOT NULL,
  address text,
  bank_name text,
  sealed_card text,
  card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$'),
  amount ledger_units NOT NULL CHECK (amount > 0),
  fee ledger_units NOT NULL CHECK (fee >= 0),
  -- How many different operators it needs.
  approvals_needed smallint NOT NULL CHECK (approvals_needed BETWEEN 1 AND 2),
  hold_id bigint NOT NULL UNIQUE REFERENCES holds (id),
  state text NOT NULL DEFAULT 'requested'
    CHECK (state IN ('requested', 'approved', 'sending', 'success', 'rejected', 'cancelled', 'failed')),
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  -- The operator's words to the user.
  reason text CHECK (length(reason) BETWEEN 1 AND 200),
  payment_reference text CHECK (length(payment_reference) BETWEEN 1 AND 100),
  journal_id bigint UNIQUE,
  CHECK (CASE kind
    WHEN 'chain' THEN network IS NOT NULL AND address IS NOT NULL AND bank_name IS NULL AND sealed_card IS NULL AND card_last4 IS NULL
    ELSE network IS NULL AND address IS NULL AND bank_name IS NOT NULL AND sealed_card IS NOT NULL AND card_last4 IS NOT NULL
      AND NOT is_test AND state NOT IN ('sending', 'failed') END),
  CHECK ((closed_at IS NULL) = (state IN ('requested', 'approved', 'sending'))),
  CHECK ((journal_id IS NULL) = (state <> 'success')),
  CHECK ((reason IS NULL) = (state NOT IN ('rejected', 'failed'))),
  CHECK ((payment_reference IS NULL) = (state <> 'success' OR kind <> 'bank'))
);
CREATE INDEX withdrawals_account ON withdrawals (account_id, created_at DESC, id DESC);
CREATE INDEX withdrawals_open ON withdrawals (state, network, id) WHERE closed_at IS NULL;

CREATE FUNCTION withdrawals_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
     OR (NEW.id, NEW.account_id, NEW.method_id, NEW.kind, NEW.network, NEW.is_test, NEW.address, NEW.bank_name, NEW.sealed_card,
         NEW.card_last4, NEW.amount, NEW.fee, NEW.approvals_needed, NEW.hold_id, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.method_id, OLD.kind, OLD.network, OLD.is_test, OLD.address, OLD.bank_name,
         OLD.sealed_card, OLD.card_last4, OLD.amount, OLD.fee, OLD.approvals_needed, OLD.hold_id, OLD.created_at)
     OR NOT (CASE OLD.state
       WHEN 'requested' THEN NEW.state IN ('approved', 'rejected', 'cancelled')
       WHEN 'approved' THEN NEW.state IN ('rejected', 'cancelled')
         OR NEW.state = (CASE OLD.kind WHEN 'chain' THEN 'sending' ELSE 'success' END)
       -- What was handed to a chain ends as the chain says.
       WHEN 'sending' THEN NEW.state IN ('success', 'failed')
       ELSE false END) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('withdrawal %s is %s', OLD.id, OLD.state);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON withdrawals FOR EACH ROW EXECUTE FUNCTION withdrawals_guard();

-- The timeline. Each step is there once, but for a transaction that is replaced again.
CREATE TABLE withdrawal_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  withdrawal_id bigint NOT NULL REFERENCES withdrawals (id),
  step text NOT NULL CHECK (step IN
    ('requested', 'approved', 'broadcast', 'replaced', 'confirmed', 'paid', 'rejected', 'cancelled', 'failed', 'returned')),
  at timestamptz NOT NULL
);
CREATE INDEX withdrawal_events_of ON withdrawal_events (withdrawal_id, id);
CREATE UNIQUE INDEX withdrawal_events_once ON withdrawal_events (withdrawal_id, step) WHERE step <> 'replaced';
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON withdrawal_events FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE withdrawal_approvals (
  withdrawal_id bigint NOT NULL REFERENCES withdrawals (id),
  actor text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (withdrawal_id, actor)
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON withdrawal_approvals FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- The wallets that withdrawals are paid from, and the next nonce of each.
CREATE TABLE withdrawal_wallets (
  network text NOT NULL CHECK (network IN ('BEP20', 'TRC20')),
  chain_id text NOT NULL,
  address text NOT NULL,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
  PRIMARY KEY (network, chain_id, address)
);

-- A withdrawal's nonce, for ever: two of its transactions can never both be in the chain.
CREATE TABLE withdrawal_nonces (
  withdrawal_id bigint PRIMARY KEY REFERENCES withdrawals (id),
  network text NOT NULL,
  chain_id text NOT NULL,
  wallet text NOT NULL,
  nonce bigint NOT NULL CHECK (nonce >= 0),
  UNIQUE (network, chain_id, wallet, nonce),
  FOREIGN KEY (network, chain_id, wallet) REFERENCES withdrawal_wallets (network, chain_id, address)
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON withdrawal_nonces FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE withdrawal_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  withdrawal_id bigint NOT NULL REFERENCES withdrawal_nonces (withdrawal_id),
  network text NOT NULL,
  tx_id text NOT NULL,
  -- The bytes as they go to an endpoint, however often.
  signed text NOT NULL,
  -- In the network's own smallest units.
  gas_price ledger_units NOT NULL CHECK (gas_price > 0),
  gas_limit ledger_units NOT NULL CHECK (gas_limit > 0),
  -- The token's own smallest units.
  raw ledger_units NOT NULL CHECK (raw > 0),
  created_at timestamptz NOT NULL,
  -- When an endpoint had it first.
  broadcast_at timestamptz,
  -- Where it is; null while it is in no block.
  block_number bigint CHECK (block_number >= 0),
  block_hash text,
  UNIQUE (network, tx_id),
  CHECK ((block_number IS NULL) = (block_hash IS NULL))
);
CREATE INDEX withdrawal_transactions_of ON withdrawal_transactions (withdrawal_id, id);

CREATE FUNCTION withdrawal_transactions_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
     OR (NEW.id, NEW.withdrawal_id, NEW.network, NEW.tx_id, NEW.signed, NEW.gas_price, NEW.gas_limit, NEW.raw, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.withdrawal_id, OLD.network, OLD.tx_id, OLD.signed, OLD.gas_price, OLD.gas_limit, OLD.raw,
         OLD.created_at)
     OR (OLD.broadcast_at IS NOT NULL AND NEW.broadcast_at IS DISTINCT FROM OLD.broadcast_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('withdrawal transaction %s', OLD.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON withdrawal_transactions
  FOR EACH ROW EXECUTE FUNCTION withdrawal_transactions_guard();

-- What came into a wallet that withdrawals are paid from: the operator's capital, what was swept from deposit addresses, or
-- on a local test network the faucet.
CREATE TABLE wallet_fundings (
  network text NOT NULL,
  tx_id text NOT NULL,
  log_index integer NOT NULL CHECK (log_index >= 0),
  wallet text NOT NULL,
  from_address text NOT NULL,
  raw ledger_units NOT NULL CHECK (raw > 0),
  block_number bigint NOT NULL CHECK (block_number >= 0),
  block_hash text NOT NULL,
  block_at timestamptz NOT NULL,
  PRIMARY KEY (network, tx_id, log_index)
);
CREATE INDEX wallet_fundings_block ON wallet_fundings (network, block_number);
