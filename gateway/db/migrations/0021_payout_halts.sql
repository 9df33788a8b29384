-- Payouts halt until operators have explained what is unclear (docs/rules.md §4).

-- One row: how far payouts have come. Every gateway that pays keeps the same beside the database, so that a database which was put
-- back to an earlier moment is known by it. `epoch` rises when operators say that this database is the one to pay from; `number` with
-- each signature; `token` is new each time, so that two databases that went different ways differ.
CREATE TABLE payout_mark (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  epoch bigint NOT NULL CHECK (epoch > 0),
  number bigint NOT NULL CHECK (number >= 0),
  token text NOT NULL CHECK (length(token) BETWEEN 16 AND 100),
  -- As payout_lineage() was when the epoch began.
  lineage text NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE FUNCTION payout_mark_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.epoch, NEW.number) <= (OLD.epoch, OLD.number) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = 'the mark of payouts only rises';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON payout_mark FOR EACH ROW EXECUTE FUNCTION payout_mark_guard();

-- Which database this is: the cluster, its timeline (another one after a promotion or a point-in-time recovery), the database, and the
-- table (another one after a logical restore). The timeline comes from the insert position, because the last checkpoint's is late after
-- a promotion. A service that does not tell one of them leaves that part to the mark beside the database.
CREATE FUNCTION payout_lineage() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  cluster text := 'unknown';
  timeline text := 'unknown';
BEGIN
  BEGIN
    SELECT system_identifier::text INTO cluster FROM pg_control_system();
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  BEGIN
    timeline := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  RETURN concat_ws(':', cluster, timeline,
    (SELECT oid FROM pg_database WHERE datname = current_database())::text, 'payout_mark'::regclass::oid::text);
END $$;

-- Why nothing is signed or sent. `restored`: this database is not, or not certainly, the one that was paid from before; `unexplained`: the
-- wallet has sent something that nobody here knows; `disagrees`: the wallet and the ledger; `operator`: somebody said so.
CREATE TABLE withdrawal_halts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: every network.
  network text CHECK (network IN ('BEP20', 'TRC20')),
  cause text NOT NULL CHECK (cause IN ('operator', 'restored', 'unexplained', 'disagrees')),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  -- What exactly was found: the same one again, after an operator has resumed, does not halt again.
  finding text,
  begun_at timestamptz NOT NULL,
  begun_by text NOT NULL,
  ended_at timestamptz,
  ended_by text,
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE UNIQUE INDEX withdrawal_halts_open ON withdrawal_halts (coalesce(network, ''), cause) WHERE ended_at IS NULL;

-- What left a wallet without being signed here, explained by operators: a withdrawal that it paid, or nothing of ours.
CREATE TABLE wallet_spendings (
  network text NOT NULL,
  chain_id text NOT NULL,
  wallet text NOT NULL,
  tx_id text NOT NULL,
  -- Null: another account has sent it, with the wallet's leave.
  nonce bigint CHECK (nonce >= 0),
  -- What of the token left the wallet, in its own smallest units.
  raw ledger_units NOT NULL CHECK (raw >= 0),
  block_number bigint NOT NULL CHECK (block_number >= 0),
  block_hash text NOT NULL,
  withdrawal_id bigint UNIQUE REFERENCES withdrawals (id),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  proposed_by text,
  stated_by text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (network, tx_id),
  UNIQUE (network, chain_id, wallet, nonce),
  FOREIGN KEY (network, chain_id, wallet) REFERENCES withdrawal_wallets (network, chain_id, address)
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON wallet_spendings FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- Every transfer out of the wallet as the chain has it, so that one which was not signed here is seen.
CREATE TABLE wallet_outgoings (
  network text NOT NULL,
  tx_id text NOT NULL,
  log_index integer NOT NULL CHECK (log_index >= 0),
  wallet text NOT NULL,
  to_address text NOT NULL,
  raw ledger_units NOT NULL CHECK (raw > 0),
  block_number bigint NOT NULL CHECK (block_number >= 0),
  block_hash text NOT NULL,
  block_at timestamptz NOT NULL,
  PRIMARY KEY (network, tx_id, log_index)
);
CREATE INDEX wallet_outgoings_block ON wallet_outgoings (network, block_number);

-- Transfers of nothing to the wallet itself: they use up nonces that nobody has, so that those above them can be taken.
CREATE TABLE wallet_fillers (
  network text NOT NULL,
  chain_id text NOT NULL,
  wallet text NOT NULL,
  nonce bigint NOT NULL CHECK (nonce >= 0),
  tx_id text NOT NULL,
  signed text NOT NULL,
  gas_price ledger_units NOT NULL CHECK (gas_price > 0),
  gas_limit ledger_units NOT NULL CHECK (gas_limit > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (network, tx_id),
  FOREIGN KEY (network, chain_id, wallet) REFERENCES withdrawal_wallets (network, chain_id, address)
);
CREATE INDEX wallet_fillers_nonce ON wallet_fillers (network, chain_id, wallet, nonce);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON wallet_fillers FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- An operator asks for a withdrawal's transaction anew; the gateway that holds the key signs it, with the nonce that it has.
CREATE TABLE withdrawal_reissues (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  withdrawal_id bigint NOT NULL REFERENCES withdrawals (id),
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL,
  done_at timestamptz
);
CREATE UNIQUE INDEX withdrawal_reissues_open ON withdrawal_reissues (withdrawal_id) WHERE done_at IS NULL;

-- How operators ended one whose nonce something else has spent; then `reason` is their words to the user.
ALTER TABLE withdrawals ADD COLUMN resolution text CHECK (resolution IN ('paid', 'returned'));
ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_check3,
  ADD CONSTRAINT withdrawals_reason CHECK ((reason IS NOT NULL) = (state IN ('rejected', 'failed') OR resolution IS NOT NULL)),
  ADD CONSTRAINT withdrawals_resolution CHECK (CASE resolution WHEN 'paid' THEN state = 'success' WHEN 'returned' THEN state = 'failed' ELSE true END);
