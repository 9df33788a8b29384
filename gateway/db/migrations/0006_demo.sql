-- Whether this database holds demo data. The row is there before the first of it and never goes away: however the gateway
-- is started later, there is test money in here, and every screen says so.
CREATE TABLE demo_data (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- When the demo user's history ends; a seeding that was interrupted goes on with the same one.
  begun_at timestamptz NOT NULL,
  -- How many steps have committed, each together with its effects, and the orders that they made, by their names.
  steps_done integer NOT NULL DEFAULT 0 CHECK (steps_done >= 0),
  orders jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(orders) = 'object'),
  completed_at timestamptz
);
CREATE TRIGGER kept BEFORE DELETE ON demo_data FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- Databases that were seeded before there was this table.
INSERT INTO demo_data (begun_at, completed_at)
SELECT min(published_at), now() FROM contents WHERE sample_key IS NOT NULL HAVING count(*) > 0;
