-- New custody of the team by day (rules.md §7): what a running order holds counts on the UTC day on which it was placed, where its owner is in
-- valid custody. Rows go up the tree as those of 0047 do, and hold the latest days only.

-- The first day that rows are kept of; what is older counts nowhere. It moves forward with the clock of the job.
ALTER TABLE team_basis ADD COLUMN days_from date;
UPDATE team_basis SET days_from = coalesce((SELECT (max(starts_at) AT TIME ZONE 'UTC')::date - 7 FROM custody_orders), '1970-01-01');
ALTER TABLE team_basis ALTER COLUMN days_from SET NOT NULL;

CREATE TABLE team_days (
  user_id bigint NOT NULL REFERENCES team_members (user_id),
  -- In UTC.
  day date NOT NULL,
  -- The member's own, as those above count it, and the sum over everybody below.
  own ledger_units NOT NULL DEFAULT 0 CHECK (own >= 0),
  below ledger_units NOT NULL DEFAULT 0 CHECK (below >= 0),
  PRIMARY KEY (user_id, day)
);
CREATE INDEX team_days_day ON team_days (day);

-- What each member's own rows have to say, from the orders. `team_figures` knows who is in valid custody.
CREATE VIEW team_own_days AS
  SELECT t.user_id, (o.starts_at AT TIME ZONE 'UTC')::date AS day, sum(o.principal) AS own
    FROM custody_orders o JOIN trading_accounts t ON t.id = o.account_id JOIN team_figures f ON f.user_id = t.user_id CROSS JOIN team_basis b
   WHERE o.status = 'in-progress' AND f.custody > 0 AND o.starts_at >= b.days_from::timestamp AT TIME ZONE 'UTC'
   GROUP BY t.user_id, (o.starts_at AT TIME ZONE 'UTC')::date;

-- What each inviter's rows have to say, from the rows of generation 1.
CREATE VIEW team_day_sums AS
  SELECT m.inviter_id AS user_id, d.day, sum(d.own + d.below) AS below
    FROM team_days d JOIN team_members m ON m.user_id = d.user_id CROSS JOIN team_basis b
   WHERE m.inviter_id IS NOT NULL AND d.day >= b.days_from
   GROUP BY m.inviter_id, d.day;

-- Computes every row anew, from the deepest members upwards, after `team_recompute`. Returns how many rows were wrong.
CREATE FUNCTION team_recompute_days() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  kept_from date := (SELECT days_from FROM team_basis);
  level integer;
  wrong bigint := 0;
  touched bigint;
BEGIN
  WITH moved AS (
    UPDATE team_days d SET own = r.own
      FROM (SELECT k.user_id, k.day, coalesce(o.own, 0) AS own
              FROM team_days k LEFT JOIN team_own_days o ON o.user_id = k.user_id AND o.day = k.day WHERE k.day >= kept_from) r
     WHERE r.user_id = d.user_id AND r.day = d.day AND d.own <> r.own RETURNING 1
  ), opened AS (
    INSERT INTO team_days (user_id, day, own)
    SELECT o.user_id, o.day, o.own FROM team_own_days o
     WHERE NOT EXISTS (SELECT FROM team_days k WHERE k.user_id = o.user_id AND k.day = o.day) RETURNING 1)
  SELECT (SELECT count(*) FROM moved) + (SELECT count(*) FROM opened) INTO wrong;
  FOR level IN REVERSE (SELECT coalesce(max(depth), 0) FROM team_members)..0 LOOP
    WITH sums AS (
      SELECT m.inviter_id AS user_id, k.day, sum(k.own + k.below) AS below
        FROM team_members m JOIN team_days k ON k.user_id = m.user_id
       WHERE m.depth = level + 1 AND k.day >= kept_from GROUP BY m.inviter_id, k.day
    ), moved AS (
      UPDATE team_days d SET below = r.below
        FROM (SELECT k.user_id, k.day, coalesce(s.below, 0) AS below
                FROM team_members m JOIN team_days k ON k.user_id = m.user_id LEFT JOIN sums s ON s.user_id = k.user_id AND s.day = k.day
               WHERE m.depth = level AND k.day >= kept_from) r
       WHERE r.user_id = d.user_id AND r.day = d.day AND d.below <> r.below RETURNING 1
    ), opened AS (
      INSERT INTO team_days (user_id, day, below)
      SELECT s.user_id, s.day, s.below FROM sums s
       WHERE s.below > 0 AND NOT EXISTS (SELECT FROM team_days k WHERE k.user_id = s.user_id AND k.day = s.day) RETURNING 1)
    SELECT (SELECT count(*) FROM moved) + (SELECT count(*) FROM opened) INTO touched;
    wrong := wrong + touched;
  END LOOP;
  RETURN wrong;
END $$;

-- Custody of before.
SELECT team_recompute_days();
