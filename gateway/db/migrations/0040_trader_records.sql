-- A trader's record counts counterparties (docs/rules.md §8), which these indexes answer without reading the rows.
DROP INDEX otc_rab_fills_buyer;
DROP INDEX otc_rab_fills_seller;
CREATE INDEX otc_rab_fills_buyer ON otc_rab_fills (buyer_id, closed_at) INCLUDE (status, seller_id) WHERE closed_at IS NOT NULL;
CREATE INDEX otc_rab_fills_seller ON otc_rab_fills (seller_id, closed_at) INCLUDE (status, buyer_id) WHERE closed_at IS NOT NULL;
DROP INDEX otc_usdt_trades_of_buyer;
DROP INDEX otc_usdt_trades_of_seller;
CREATE INDEX otc_usdt_trades_of_buyer ON otc_usdt_trades (buyer_user_id, closed_at) INCLUDE (ended_by, seller_user_id);
CREATE INDEX otc_usdt_trades_of_seller ON otc_usdt_trades (seller_user_id, closed_at) INCLUDE (ended_by, buyer_user_id);
