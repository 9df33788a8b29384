-- The USDT market (rules.md §8): fiat is paid outside, the USDT of a trade stay in escrow meanwhile. What a trade may become is in the
-- guards below; money itself is in the ledger. Prices are in units of 10^-4 fiat per USDT, amounts of fiat in units of 10^-2.

CREATE TABLE otc_usdt_market (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- The operator's words while nothing may be placed or taken.
  halt_reason text CHECK (length(halt_reason) BETWEEN 1 AND 200)
);
INSERT INTO otc_usdt_market DEFAULT VALUES;

CREATE TABLE otc_usdt_offers (
  id bigint PRIMARY KEY DEFAULT nextval('otc_ids'),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  user_id bigint NOT NULL REFERENCES users (id),
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  -- 'done': nothing is left to take and nothing is in trades.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'withdrawn', 'done')),
  price ledger_units NOT NULL CHECK (price > 0),
  fiat text NOT NULL CHECK (fiat ~ '^[A-Z]{3}$'),
  quantity ledger_units NOT NULL CHECK (quantity > 0),
  -- Where the quantity is: to be taken, in trades that run, in trades that completed, taken off the market after a trade ended otherwise.
  remaining ledger_units NOT NULL CHECK (remaining >= 0),
  in_trades ledger_units NOT NULL DEFAULT 0 CHECK (in_trades >= 0),
  completed ledger_units NOT NULL DEFAULT 0 CHECK (completed >= 0),
  returned ledger_units NOT NULL DEFAULT 0 CHECK (returned >= 0),
  min_fiat ledger_units NOT NULL CHECK (min_fiat > 0),
  max_fiat ledger_units NOT NULL,
  -- Bank cards on file of the seller's.
  method_ids jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(method_ids) = 'array'),
  note text CHECK (length(note) BETWEEN 1 AND 140),
  -- The maker's, as it was when the offer was made.
  fee_rate text NOT NULL,
  -- Of what is sold: the open hold, and what it has now.
  hold_id bigint UNIQUE REFERENCES holds (id),
  held ledger_units NOT NULL DEFAULT 0 CHECK (held >= 0),
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  status text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN state = 'open' AND remaining > 0 THEN 'pending-match'
    WHEN state = 'open' OR in_trades > 0 THEN 'match-ended'
    WHEN completed > 0 THEN 'completed' ELSE 'cancelled' END) STORED,
  CHECK (quantity = remaining + in_trades + completed + returned),
  CHECK (min_fiat <= max_fiat),
  CHECK ((closed_at IS NULL) = (state = 'open')),
  CHECK (state <> 'done' OR (remaining = 0 AND in_trades = 0)),
  CHECK (held = 0 OR (side = 'sell' AND state = 'open' AND hold_id IS NOT NULL AND held >= remaining))
);
CREATE INDEX otc_usdt_offers_sell ON otc_usdt_offers (price, id) WHERE side = 'sell' AND state = 'open' AND remaining > 0;
CREATE INDEX otc_usdt_offers_buy ON otc_usdt_offers ((-price), id) WHERE side = 'buy' AND state = 'open' AND remaining > 0;
CREATE INDEX otc_usdt_offers_account ON otc_usdt_offers (account_id, created_at DESC, id DESC);
CREATE INDEX otc_usdt_offers_user ON otc_usdt_offers (user_id, state);

CREATE FUNCTION otc_usdt_offers_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.version <> OLD.version + 1 OR (OLD.state <> 'open' AND NEW.state <> OLD.state)
     OR (OLD.state <> 'open' AND (NEW.remaining <> OLD.remaining OR NEW.in_trades > OLD.in_trades))
     OR NEW.completed < OLD.completed OR NEW.returned < OLD.returned
     OR (NEW.id, NEW.user_id, NEW.account_id, NEW.side, NEW.price, NEW.fiat, NEW.quantity, NEW.min_fiat, NEW.max_fiat, NEW.method_ids,
         NEW.note, NEW.fee_rate, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.account_id, OLD.side, OLD.price, OLD.fiat, OLD.quantity, OLD.min_fiat, OLD.max_fiat,
         OLD.method_ids, OLD.note, OLD.fee_rate, OLD.created_at) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('offer %s is %s', OLD.id, OLD.state);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON otc_usdt_offers FOR EACH ROW EXECUTE FUNCTION otc_usdt_offers_guard();

CREATE TABLE otc_usdt_trades (
  id bigint PRIMARY KEY DEFAULT nextval('otc_ids'),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  offer_id bigint NOT NULL REFERENCES otc_usdt_offers (id),
  buyer_user_id bigint NOT NULL REFERENCES users (id),
  buyer_account_id bigint NOT NULL REFERENCES trading_accounts (id),
  seller_user_id bigint NOT NULL REFERENCES users (id),
  seller_account_id bigint NOT NULL REFERENCES trading_accounts (id),
  state text NOT NULL DEFAULT 'awaiting-payment'
    CHECK (state IN ('awaiting-payment', 'late-hold', 'paid', 'dispute', 'completed', 'cancelled')),
  price ledger_units NOT NULL CHECK (price > 0),
  fiat text NOT NULL,
  quantity ledger_units NOT NULL CHECK (quantity > 0),
  fiat_amount ledger_units NOT NULL CHECK (fiat_amount > 0),
  -- In escrow are quantity and the seller's fee; the buyer gets quantity less the buyer's.
  buyer_fee_rate text NOT NULL,
  buyer_fee ledger_units NOT NULL CHECK (buyer_fee >= 0 AND buyer_fee < quantity),
  seller_fee_rate text NOT NULL,
  seller_fee ledger_units NOT NULL CHECK (seller_fee >= 0),
  -- The seller's cards as they were at the taking: [{bankName, sealedCard}].
  payees jsonb NOT NULL CHECK (jsonb_array_length(payees) BETWEEN 1 AND 3),
  -- The figures of the taking.
  late_hold_ms bigint NOT NULL CHECK (late_hold_ms >= 0),
  dispute_after_ms bigint NOT NULL CHECK (dispute_after_ms >= 0),
  dispute_forced_ms bigint NOT NULL CHECK (dispute_forced_ms >= 0),
  -- How many different operators a ruling needs.
  rulings_needed smallint NOT NULL CHECK (rulings_needed BETWEEN 1 AND 2),
  -- When the state ends by itself.
  deadline_at timestamptz,
  paid_at timestamptz,
  reference text CHECK (length(reference) BETWEEN 1 AND 64),
  proofs jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(proofs) = 'array'),
  buyer_agrees boolean NOT NULL DEFAULT false,
  seller_agrees boolean NOT NULL DEFAULT false,
  disputed_at timestamptz,
  disputed_by text CHECK (disputed_by IN ('buyer', 'seller', 'platform')),
  ruling text CHECK (ruling IN ('buyer', 'seller')),
  ruling_reason text CHECK (length(ruling_reason) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  ended_by text CHECK (ended_by IN
    ('confirmed', 'ruled-for-buyer', 'buyer-cancelled', 'not-paid', 'both-agreed', 'ruled-for-seller')),
  journal_id bigint UNIQUE,
  status text NOT NULL GENERATED ALWAYS AS
    (CASE WHEN state IN ('completed', 'cancelled') THEN state ELSE 'match-ended' END) STORED,
  CHECK (buyer_user_id <> seller_user_id),
  CHECK ((deadline_at IS NOT NULL) = (state IN ('awaiting-payment', 'late-hold', 'paid'))),
  CHECK ((paid_at IS NULL) = (reference IS NULL)),
  CHECK (state NOT IN ('paid', 'dispute', 'completed') OR paid_at IS NOT NULL),
  CHECK ((disputed_at IS NULL) = (disputed_by IS NULL)),
  CHECK (state <> 'dispute' OR disputed_at IS NOT NULL),
  CHECK ((ruling IS NULL) = (ruling_reason IS NULL)),
  CHECK ((ruling IS NOT NULL) = (ended_by IS NOT NULL AND ended_by IN ('ruled-for-buyer', 'ruled-for-seller'))),
  CHECK (CASE state WHEN 'completed' THEN ended_by IS NOT NULL AND ended_by IN ('confirmed', 'ruled-for-buyer')
    WHEN 'cancelled' THEN ended_by IS NOT NULL AND ended_by NOT IN ('confirmed', 'ruled-for-buyer') ELSE ended_by IS NULL END),
  CHECK ((closed_at IS NULL) = (ended_by IS NULL) AND (journal_id IS NULL) = (ended_by IS NULL))
);
CREATE INDEX otc_usdt_trades_buyer ON otc_usdt_trades (buyer_account_id, created_at DESC, id DESC);
CREATE INDEX otc_usdt_trades_seller ON otc_usdt_trades (seller_account_id, created_at DESC, id DESC);
CREATE INDEX otc_usdt_trades_of_buyer ON otc_usdt_trades (buyer_user_id, closed_at);
CREATE INDEX otc_usdt_trades_of_seller ON otc_usdt_trades (seller_user_id, closed_at);
CREATE INDEX otc_usdt_trades_offer ON otc_usdt_trades (offer_id, id);
CREATE INDEX otc_usdt_trades_due ON otc_usdt_trades (deadline_at, id) WHERE deadline_at IS NOT NULL;

CREATE FUNCTION otc_usdt_trades_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.version <> OLD.version + 1
     OR (OLD.paid_at IS NOT NULL AND (NEW.paid_at, NEW.reference, NEW.proofs) IS DISTINCT FROM (OLD.paid_at, OLD.reference, OLD.proofs))
     OR (NEW.id, NEW.offer_id, NEW.buyer_user_id, NEW.buyer_account_id, NEW.seller_user_id, NEW.seller_account_id, NEW.price, NEW.fiat,
         NEW.quantity, NEW.fiat_amount, NEW.buyer_fee_rate, NEW.buyer_fee, NEW.seller_fee_rate, NEW.seller_fee, NEW.payees,
         NEW.late_hold_ms, NEW.dispute_after_ms, NEW.dispute_forced_ms, NEW.rulings_needed, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.offer_id, OLD.buyer_user_id, OLD.buyer_account_id, OLD.seller_user_id, OLD.seller_account_id,
         OLD.price, OLD.fiat, OLD.quantity, OLD.fiat_amount, OLD.buyer_fee_rate, OLD.buyer_fee, OLD.seller_fee_rate, OLD.seller_fee,
         OLD.payees, OLD.late_hold_ms, OLD.dispute_after_ms, OLD.dispute_forced_ms, OLD.rulings_needed, OLD.created_at)
     OR NOT (CASE OLD.state
       WHEN 'awaiting-payment' THEN NEW.state IN ('paid', 'late-hold')
         OR (NEW.state = 'cancelled' AND NEW.ended_by = 'buyer-cancelled')
       WHEN 'late-hold' THEN NEW.state = 'dispute' OR (NEW.state = 'cancelled' AND NEW.ended_by = 'not-paid')
       -- 'paid' again: somebody agrees to cancel, or no longer does.
       WHEN 'paid' THEN NEW.state IN ('paid', 'dispute') OR (NEW.state = 'completed' AND NEW.ended_by = 'confirmed')
         OR (NEW.state = 'cancelled' AND NEW.ended_by = 'both-agreed' AND NEW.buyer_agrees AND NEW.seller_agrees)
       -- 'dispute' again: evidence was added. Nothing but a ruling ends one.
       WHEN 'dispute' THEN NEW.state = 'dispute' OR NEW.ended_by IN ('ruled-for-buyer', 'ruled-for-seller')
       ELSE false END) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('trade %s is %s', OLD.id, OLD.state);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON otc_usdt_trades FOR EACH ROW EXECUTE FUNCTION otc_usdt_trades_guard();

-- The timeline. Only what the two sides may repeat is there more than once.
CREATE TABLE otc_usdt_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_id bigint NOT NULL REFERENCES otc_usdt_trades (id),
  step text NOT NULL CHECK (step IN ('taken', 'paid', 'payment-overdue', 'late-payment', 'cancel-asked', 'cancel-withdrawn', 'disputed',
    'evidence', 'ruled', 'completed', 'cancelled')),
  by_whom text NOT NULL CHECK (by_whom IN ('buyer', 'seller', 'platform', 'operator')),
  reason text CHECK (reason IN ('buyer-cancelled', 'not-paid', 'both-agreed', 'ruled-for-buyer', 'ruled-for-seller', 'paid-late',
    'not-confirmed')),
  at timestamptz NOT NULL
);
CREATE INDEX otc_usdt_events_of ON otc_usdt_events (trade_id, id);
CREATE UNIQUE INDEX otc_usdt_events_once ON otc_usdt_events (trade_id, step)
  WHERE step NOT IN ('cancel-asked', 'cancel-withdrawn', 'evidence');
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON otc_usdt_events FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE otc_usdt_evidence (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_id bigint NOT NULL REFERENCES otc_usdt_trades (id),
  user_id bigint NOT NULL REFERENCES users (id),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
  images jsonb NOT NULL CHECK (jsonb_typeof(images) = 'array'),
  at timestamptz NOT NULL
);
CREATE INDEX otc_usdt_evidence_of ON otc_usdt_evidence (trade_id, id);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON otc_usdt_evidence FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- The uploads that were attached to a trade, as a proof, as evidence or in its chat: its two parties see exactly these.
CREATE TABLE otc_usdt_images (
  trade_id bigint NOT NULL REFERENCES otc_usdt_trades (id),
  image uuid NOT NULL REFERENCES uploads (id),
  at timestamptz NOT NULL,
  PRIMARY KEY (trade_id, image)
);

CREATE TABLE otc_usdt_rulings (
  trade_id bigint NOT NULL REFERENCES otc_usdt_trades (id),
  actor text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('buyer', 'seller')),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  at timestamptz NOT NULL,
  PRIMARY KEY (trade_id, actor)
);

CREATE TABLE otc_usdt_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_id bigint NOT NULL REFERENCES otc_usdt_trades (id),
  -- Null: an operator's.
  user_id bigint REFERENCES users (id),
  -- Made by the device; an operator's by the database.
  client_id uuid NOT NULL DEFAULT gen_random_uuid(),
  text text CHECK (length(text) BETWEEN 1 AND 1000),
  image uuid REFERENCES uploads (id),
  created_at timestamptz NOT NULL,
  -- By the other side; an operator's is read by two, which is not kept.
  read_at timestamptz,
  CHECK (text IS NOT NULL OR image IS NOT NULL),
  CHECK (read_at IS NULL OR user_id IS NOT NULL)
);
CREATE INDEX otc_usdt_messages_of ON otc_usdt_messages (trade_id, id);
CREATE UNIQUE INDEX otc_usdt_messages_once ON otc_usdt_messages (trade_id, coalesce(user_id, 0), client_id);

-- How far each side has read.
CREATE TABLE otc_usdt_reads (
  trade_id bigint NOT NULL REFERENCES otc_usdt_trades (id),
  user_id bigint NOT NULL REFERENCES users (id),
  message_id bigint NOT NULL,
  PRIMARY KEY (trade_id, user_id)
);

-- As in 0015, and: USDT that were traded for fiat outside the platform came in, or left, like a deposit or a withdrawal. The fees are a loss.
CREATE OR REPLACE FUNCTION equity_flow(p_account bigint, p_from timestamptz, p_until timestamptz, p_price numeric) RETURNS numeric
LANGUAGE sql STABLE AS $$
  WITH moved AS (
    SELECT e.asset, e.journal_id, j.kind, j.transfer_id, j.memo, sum(e.amount) AS amount
      FROM accounts a
     CROSS JOIN LATERAL (
       -- Entries are gone through from the newest back to the beginning of the time, not from the account's beginning.
       SELECT coalesce((SELECT b.account_seq FROM entries b JOIN journals c ON c.id = b.journal_id
                         WHERE b.account_id = a.id AND c.created_at < p_from ORDER BY b.account_seq DESC LIMIT 1), 0) AS seq) before
      JOIN entries e ON e.account_id = a.id AND e.account_seq > before.seq
      JOIN journals j ON j.id = e.journal_id AND j.created_at < p_until AND (p_from IS NULL OR j.created_at >= p_from)
     WHERE a.owner_account_id = p_account
     GROUP BY e.asset, e.journal_id, j.kind, j.transfer_id, j.memo
  ), flow AS (
    SELECT m.asset, sum(CASE
        WHEN m.kind IN ('transfer', 'demo-credit') THEN m.amount
        WHEN m.transfer_id LIKE 'otc-usdt-trade:%' THEN sign(m.amount) * (m.memo ->> 'quantity')::numeric
        ELSE (SELECT -coalesce(sum(o.amount), 0) FROM entries o JOIN accounts b ON b.id = o.account_id
               WHERE o.journal_id = m.journal_id AND o.asset = m.asset
                 AND b.kind IN ('external_deposits', 'external_withdrawals', 'demo_funding')) END) AS net
      FROM moved m GROUP BY m.asset
  )
  SELECT coalesce(sum(CASE f.asset WHEN 'USDT' THEN f.net ELSE div(f.net * p_price, 10::numeric ^ s.decimals) END), 0)
    FROM flow f JOIN assets s ON s.code = f.asset
$$;
