-- The guard of 0019 with one arrow more: a late hold that nobody could use, because no gateway ran, begins anew.
CREATE OR REPLACE FUNCTION otc_usdt_trades_guard() RETURNS trigger LANGUAGE plpgsql AS $$
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
       -- 'late-hold' again, and longer: its time passed while no gateway ran.
       WHEN 'late-hold' THEN NEW.state = 'dispute' OR (NEW.state = 'cancelled' AND NEW.ended_by = 'not-paid')
         OR (NEW.state = 'late-hold' AND NEW.deadline_at > OLD.deadline_at)
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
