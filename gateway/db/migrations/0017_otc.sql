-- OTC orders, offers and trades have ids of one sequence, so that lists and links mix them.
CREATE SEQUENCE otc_ids AS bigint;
