-- The team (rules.md §7). Each member's place in the tree is fixed for ever. Each member's row of figures holds the sums over everybody
-- below, so that no read walks the tree. Nobody's registration or custody call touches a row above: it adds a mark to `team_changes`, and one
-- job at a time takes marks up and carries the differences to everybody above.

CREATE TABLE team_members (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  -- The inviter, and whoever invited that one: this member is of their generations 1 and 2. Null where there is none.
  inviter_id bigint REFERENCES team_members (user_id),
  second_id bigint REFERENCES team_members (user_id),
  depth integer NOT NULL CHECK (depth >= 0),
  joined_at timestamptz NOT NULL,
  CHECK ((inviter_id IS NULL) = (depth = 0)),
  CHECK ((second_id IS NULL) = (depth < 2))
);
CREATE INDEX team_members_first ON team_members (inviter_id, joined_at DESC, user_id DESC);
CREATE INDEX team_members_second ON team_members (second_id, joined_at DESC, user_id DESC);
CREATE INDEX team_members_depth ON team_members (depth);

CREATE TABLE team_figures (
  user_id bigint PRIMARY KEY REFERENCES team_members (user_id),
  inviter_id bigint,
  -- Whether those above count this member yet.
  is_counted boolean NOT NULL DEFAULT false,
  -- The member's own valid custody, as those above count it.
  custody ledger_units NOT NULL DEFAULT 0 CHECK (custody >= 0),
  -- Generation 1, generation 2, and everybody below: all of them, those with valid custody, and the sum of that.
  members1 bigint NOT NULL DEFAULT 0 CHECK (members1 >= 0),
  valid1 bigint NOT NULL DEFAULT 0 CHECK (valid1 BETWEEN 0 AND members1),
  custody1 ledger_units NOT NULL DEFAULT 0 CHECK (custody1 >= 0),
  members2 bigint NOT NULL DEFAULT 0 CHECK (members2 >= 0),
  valid2 bigint NOT NULL DEFAULT 0 CHECK (valid2 BETWEEN 0 AND members2),
  custody2 ledger_units NOT NULL DEFAULT 0 CHECK (custody2 >= 0),
  members bigint NOT NULL DEFAULT 0 CHECK (members >= members1 + members2),
  valid bigint NOT NULL DEFAULT 0 CHECK (valid BETWEEN valid1 + valid2 AND members),
  team_custody ledger_units NOT NULL DEFAULT 0 CHECK (team_custody >= custody1 + custody2)
);
-- The strongest direct line of somebody is the first of theirs.
CREATE INDEX team_figures_line ON team_figures (inviter_id, (custody + team_custody) DESC);

-- Members whose registration or custody has not been carried upwards yet. One that is marked twice is looked at once.
CREATE TABLE team_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL
);

-- One row: the least valid custody, smallest units, that the figures were made with.
CREATE TABLE team_basis (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  valid_from ledger_units NOT NULL CHECK (valid_from >= 0)
);
INSERT INTO team_basis (valid_from) VALUES (
  coalesce((SELECT (value ->> 'value')::numeric FROM settings WHERE key = 'custody.validFrom'), 500) * 1000000);

CREATE INDEX custody_orders_running ON custody_orders (account_id) INCLUDE (principal) WHERE status = 'in-progress';

CREATE FUNCTION team_registered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO team_members (user_id, inviter_id, second_id, depth, joined_at)
  SELECT NEW.id, NEW.inviter_id, above.inviter_id, coalesce(above.depth + 1, 0), NEW.created_at
    FROM (SELECT) one LEFT JOIN team_members above ON above.user_id = NEW.inviter_id;
  INSERT INTO team_figures (user_id, inviter_id) VALUES (NEW.id, NEW.inviter_id);
  INSERT INTO team_changes (user_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION team_custody_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO team_changes (user_id) SELECT user_id FROM trading_accounts WHERE id = NEW.account_id;
  RETURN NULL;
END $$;

-- Valid custody of a user: what the running orders of all accounts hold together, or nothing below `valid_from`.
CREATE FUNCTION team_valid_custody(of_user bigint, valid_from numeric) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN held >= valid_from THEN held ELSE 0 END
    FROM (SELECT coalesce(sum(o.principal), 0) AS held FROM trading_accounts t JOIN custody_orders o ON o.account_id = t.id
           WHERE t.user_id = of_user AND o.status = 'in-progress') running
$$;

-- What each inviter's row has to say, from the rows of generation 1.
CREATE VIEW team_sums AS
  SELECT inviter_id AS user_id,
         count(*) FILTER (WHERE is_counted) AS members1, count(*) FILTER (WHERE custody > 0) AS valid1, sum(custody) AS custody1,
         sum(members1) AS members2, sum(valid1) AS valid2, sum(custody1) AS custody2,
         count(*) FILTER (WHERE is_counted) + sum(members) AS members, count(*) FILTER (WHERE custody > 0) + sum(valid) AS valid,
         sum(custody + team_custody) AS team_custody
    FROM team_figures WHERE inviter_id IS NOT NULL GROUP BY inviter_id;

-- Computes every row anew from users and custody orders, from the deepest members upwards. The caller keeps others from carrying changes
-- meanwhile. Returns how many rows were wrong.
CREATE FUNCTION team_recompute(valid_from numeric) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  level integer;
  wrong bigint := 0;
  touched bigint;
BEGIN
  UPDATE team_basis SET valid_from = team_recompute.valid_from;
  WITH RECURSIVE tree AS (
    SELECT id, inviter_id, NULL::bigint AS second_id, 0 AS depth, created_at FROM users WHERE inviter_id IS NULL
    UNION ALL
    SELECT u.id, u.inviter_id, t.inviter_id, t.depth + 1, u.created_at FROM tree t JOIN users u ON u.inviter_id = t.id)
  INSERT INTO team_members (user_id, inviter_id, second_id, depth, joined_at)
  SELECT id, inviter_id, second_id, depth, created_at FROM tree ORDER BY id
  ON CONFLICT (user_id) DO UPDATE
    SET inviter_id = excluded.inviter_id, second_id = excluded.second_id, depth = excluded.depth, joined_at = excluded.joined_at
    WHERE (team_members.inviter_id, team_members.second_id, team_members.depth, team_members.joined_at)
       IS DISTINCT FROM (excluded.inviter_id, excluded.second_id, excluded.depth, excluded.joined_at);
  GET DIAGNOSTICS touched = ROW_COUNT;
  wrong := wrong + touched;
  INSERT INTO team_figures (user_id, inviter_id) SELECT user_id, inviter_id FROM team_members ON CONFLICT (user_id) DO NOTHING;
  UPDATE team_figures f SET inviter_id = m.inviter_id, is_counted = true, custody = m.custody
    FROM (SELECT m.user_id, m.inviter_id, coalesce(CASE WHEN r.held >= valid_from THEN r.held END, 0) AS custody
            FROM team_members m LEFT JOIN (
              SELECT t.user_id, sum(o.principal) AS held FROM custody_orders o JOIN trading_accounts t ON t.id = o.account_id
               WHERE o.status = 'in-progress' GROUP BY t.user_id) r ON r.user_id = m.user_id) m
   WHERE m.user_id = f.user_id AND (NOT f.is_counted OR f.custody <> m.custody OR f.inviter_id IS DISTINCT FROM m.inviter_id);
  GET DIAGNOSTICS touched = ROW_COUNT;
  wrong := wrong + touched;
  FOR level IN REVERSE (SELECT coalesce(max(depth), 0) FROM team_members)..0 LOOP
    UPDATE team_figures f
       SET members1 = s.members1, valid1 = s.valid1, custody1 = s.custody1, members2 = s.members2, valid2 = s.valid2, custody2 = s.custody2,
           members = s.members, valid = s.valid, team_custody = s.team_custody
      FROM (SELECT m.user_id, coalesce(s.members1, 0) AS members1, coalesce(s.valid1, 0) AS valid1, coalesce(s.custody1, 0) AS custody1,
                   coalesce(s.members2, 0) AS members2, coalesce(s.valid2, 0) AS valid2, coalesce(s.custody2, 0) AS custody2,
                   coalesce(s.members, 0) AS members, coalesce(s.valid, 0) AS valid, coalesce(s.team_custody, 0) AS team_custody
              -- OFFSET keeps the planner from summing up the whole table for each depth.
              FROM team_members m LEFT JOIN LATERAL (SELECT * FROM team_sums t WHERE t.user_id = m.user_id OFFSET 0) s ON true
             WHERE m.depth = level) s
     WHERE f.user_id = s.user_id
       AND (f.members1, f.valid1, f.custody1, f.members2, f.valid2, f.custody2, f.members, f.valid, f.team_custody)
        IS DISTINCT FROM (s.members1, s.valid1, s.custody1, s.members2, s.valid2, s.custody2, s.members, s.valid, s.team_custody);
    GET DIAGNOSTICS touched = ROW_COUNT;
    wrong := wrong + touched;
  END LOOP;
  RETURN wrong;
END $$;

-- Members of before.
SELECT team_recompute(valid_from) FROM team_basis;

CREATE TRIGGER team_registered AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION team_registered();
CREATE TRIGGER team_custody_placed AFTER INSERT ON custody_orders FOR EACH ROW EXECUTE FUNCTION team_custody_changed();
CREATE TRIGGER team_custody_changed AFTER UPDATE OF principal ON custody_orders
  FOR EACH ROW WHEN (NEW.principal <> OLD.principal) EXECUTE FUNCTION team_custody_changed();
