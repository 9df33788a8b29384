-- The RAB market (rules.md §8): limit orders, their fills, and one row per pair that everybody who changes the market locks first.
-- Money itself is in the ledger: a resting order has a hold, a fill its journals.

CREATE TABLE otc_pairs (
  pair text PRIMARY KEY CHECK (pair = 'RAB/USDT'),
  -- Staff's reason while nothing may be placed.
  halt_reason text CHECK (length(halt_reason) BETWEEN 1 AND 200),
  halted_at timestamptz,
  CHECK ((halt_reason IS NULL) = (halted_at IS NULL))
);
INSERT INTO otc_pairs (pair) VALUES ('RAB/USDT');

CREATE TABLE otc_rab_orders (
  id bigint PRIMARY KEY DEFAULT nextval('otc_ids'),
  account_id bigint NOT NULL REFERENCES trading_accounts (id),
  -- The account's owner: nobody trades with themselves, whichever of their accounts they are in.
  user_id bigint NOT NULL REFERENCES users (id),
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  -- What it was placed under.
  price ledger_units NOT NULL CHECK (price > 0),
  guide_price ledger_units NOT NULL CHECK (guide_price > 0),
  quantity ledger_units NOT NULL CHECK (quantity > 0),
  can_split boolean NOT NULL,
  smallest_fill numeric(14, 10) NOT NULL CHECK (smallest_fill > 0 AND smallest_fill <= 1),
  fee_rate numeric(14, 10) NOT NULL CHECK (fee_rate >= 0 AND fee_rate < 1),
  deposit_rate numeric(14, 10) NOT NULL CHECK (deposit_rate > 0 AND deposit_rate <= 1),
  hold_id bigint UNIQUE REFERENCES holds (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  -- Where it stands. RAB: what waits on the market, what is matched and waits for the buyer's rest, what is settled.
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  remaining ledger_units NOT NULL CHECK (remaining >= 0),
  awaiting ledger_units NOT NULL DEFAULT 0 CHECK (awaiting >= 0),
  settled ledger_units NOT NULL DEFAULT 0 CHECK (settled >= 0),
  -- USDT of what is matched and of what is settled, the own fee on each, and the deposit that is in escrow (a buyer's).
  awaiting_amount ledger_units NOT NULL DEFAULT 0 CHECK (awaiting_amount >= 0),
  awaiting_fee ledger_units NOT NULL DEFAULT 0 CHECK (awaiting_fee >= 0),
  deposit ledger_units NOT NULL DEFAULT 0 CHECK (deposit BETWEEN 0 AND awaiting_amount + awaiting_fee),
  settled_amount ledger_units NOT NULL DEFAULT 0 CHECK (settled_amount >= 0),
  fee ledger_units NOT NULL DEFAULT 0 CHECK (fee BETWEEN 0 AND settled_amount),
  -- What the hold still has: RAB of a seller, USDT of a buyer.
  held ledger_units NOT NULL CHECK (held >= 0),
  rest_due_at timestamptz,
  status text NOT NULL,
  ended_by text CHECK (ended_by IN ('filled', 'cancelled', 'expired', 'rest-not-posted')),
  -- When what waited was taken off the market.
  withdrawn_at timestamptz,
  closed_at timestamptz,
  -- The smallest fill now.
  smallest ledger_units GENERATED ALWAYS AS
    (CASE WHEN can_split THEN least(remaining, ceil(quantity * smallest_fill)) ELSE remaining END) STORED,
  CHECK (remaining + awaiting + settled <= quantity),
  CONSTRAINT otc_rab_orders_status CHECK (status = CASE WHEN remaining > 0 THEN 'pending-match' WHEN awaiting > 0 THEN 'match-ended'
    WHEN settled > 0 THEN 'completed' ELSE 'cancelled' END),
  CHECK ((closed_at IS NULL) = (status IN ('pending-match', 'match-ended'))),
  CHECK (closed_at IS NULL OR ended_by IS NOT NULL),
  CHECK ((withdrawn_at IS NULL) = (ended_by IS NULL OR ended_by IN ('filled', 'rest-not-posted'))),
  CHECK ((held > 0) = (remaining > 0)),
  CHECK (remaining = 0 OR hold_id IS NOT NULL),
  CHECK ((rest_due_at IS NOT NULL) = (side = 'buy' AND awaiting > 0))
) WITH (fillfactor = 80);
-- The book, in the order of priority: ids grow in the order of placing, which the pair's lock makes one after the other.
CREATE INDEX otc_rab_orders_sells ON otc_rab_orders (price, id) WHERE side = 'sell' AND status = 'pending-match';
CREATE INDEX otc_rab_orders_buys ON otc_rab_orders (price DESC, id) WHERE side = 'buy' AND status = 'pending-match';
CREATE INDEX otc_rab_orders_account ON otc_rab_orders (account_id, side, created_at DESC, id DESC);
CREATE INDEX otc_rab_orders_open ON otc_rab_orders (account_id) WHERE status IN ('pending-match', 'match-ended');
CREATE INDEX otc_rab_orders_expiring ON otc_rab_orders (expires_at, id) WHERE status = 'pending-match';
CREATE INDEX otc_rab_orders_due ON otc_rab_orders (rest_due_at, id) WHERE rest_due_at IS NOT NULL;

CREATE FUNCTION otc_rab_orders_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.closed_at IS NOT NULL
     OR (NEW.id, NEW.account_id, NEW.user_id, NEW.side, NEW.price, NEW.guide_price, NEW.quantity, NEW.can_split, NEW.smallest_fill,
         NEW.fee_rate, NEW.deposit_rate, NEW.hold_id, NEW.created_at, NEW.expires_at)
        IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.user_id, OLD.side, OLD.price, OLD.guide_price, OLD.quantity, OLD.can_split,
         OLD.smallest_fill, OLD.fee_rate, OLD.deposit_rate, OLD.hold_id, OLD.created_at, OLD.expires_at)
     OR NEW.version <> OLD.version + 1 OR NEW.remaining > OLD.remaining OR NEW.settled < OLD.settled OR NEW.held > OLD.held THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('RAB order %s', OLD.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON otc_rab_orders FOR EACH ROW EXECUTE FUNCTION otc_rab_orders_guard();

CREATE TABLE otc_rab_fills (
  id bigint PRIMARY KEY DEFAULT nextval('otc_ids'),
  buy_order_id bigint NOT NULL REFERENCES otc_rab_orders (id),
  sell_order_id bigint NOT NULL REFERENCES otc_rab_orders (id),
  buyer_id bigint NOT NULL REFERENCES users (id),
  seller_id bigint NOT NULL REFERENCES users (id) CHECK (seller_id <> buyer_id),
  -- The resting order's.
  price ledger_units NOT NULL CHECK (price > 0),
  quantity ledger_units NOT NULL CHECK (quantity > 0),
  amount ledger_units NOT NULL CHECK (amount > 0),
  buyer_fee ledger_units NOT NULL CHECK (buyer_fee >= 0),
  -- While it waits for the rest: what it would be by itself.
  seller_fee ledger_units NOT NULL CHECK (seller_fee BETWEEN 0 AND amount),
  -- Of the buyer's amount and fee; null when all of it was there at once.
  deposit ledger_units CHECK (deposit BETWEEN 0 AND amount + buyer_fee),
  status text NOT NULL CHECK (status IN ('settled', 'awaiting-rest', 'rest-missed')),
  at timestamptz NOT NULL,
  closed_at timestamptz CHECK (closed_at >= at),
  -- RAB and deposit into escrow, and what settled it or gave it back.
  escrow_journal_id bigint,
  journal_id bigint,
  UNIQUE (buy_order_id, sell_order_id),
  CHECK (amount = div(quantity * price, 100000000)),
  CHECK ((closed_at IS NULL) = (status = 'awaiting-rest') AND (journal_id IS NULL) = (closed_at IS NULL)),
  CHECK ((deposit IS NULL) = (escrow_journal_id IS NULL)),
  CHECK (deposit IS NOT NULL OR status = 'settled')
);
CREATE INDEX otc_rab_fills_sell ON otc_rab_fills (sell_order_id);
-- Prices of a time, without reading the rows.
CREATE INDEX otc_rab_fills_trades ON otc_rab_fills (closed_at) INCLUDE (price, quantity) WHERE status = 'settled';
CREATE INDEX otc_rab_fills_buyer ON otc_rab_fills (buyer_id, closed_at) INCLUDE (status) WHERE closed_at IS NOT NULL;
CREATE INDEX otc_rab_fills_seller ON otc_rab_fills (seller_id, closed_at) INCLUDE (status) WHERE closed_at IS NOT NULL;

CREATE FUNCTION otc_rab_fills_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status <> 'awaiting-rest' OR NEW.status = 'awaiting-rest'
     OR (NEW.id, NEW.buy_order_id, NEW.sell_order_id, NEW.buyer_id, NEW.seller_id, NEW.price, NEW.quantity, NEW.amount, NEW.buyer_fee,
         NEW.deposit, NEW.at, NEW.escrow_journal_id)
        IS DISTINCT FROM (OLD.id, OLD.buy_order_id, OLD.sell_order_id, OLD.buyer_id, OLD.seller_id, OLD.price, OLD.quantity, OLD.amount,
         OLD.buyer_fee, OLD.deposit, OLD.at, OLD.escrow_journal_id) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('RAB fill %s', OLD.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE OR DELETE ON otc_rab_fills FOR EACH ROW EXECUTE FUNCTION otc_rab_fills_guard();

-- The last 24 hours of trading, as it was a few seconds ago: who needs it later than that computes it anew.
CREATE TABLE otc_rab_day (
  pair text PRIMARY KEY REFERENCES otc_pairs (pair),
  -- Volume-weighted median, and the rest of what screens show; null without trades.
  price ledger_units,
  high ledger_units,
  low ledger_units,
  volume ledger_units NOT NULL,
  -- Before the 24 hours, or their first.
  price_before ledger_units,
  last_trade_at timestamptz,
  computed_at timestamptz NOT NULL,
  CHECK (num_nulls(price, high, low, price_before, last_trade_at) IN (0, 5))
);
