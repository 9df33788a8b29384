-- The ledger's past under one hash a day, each holding the hash of the day before (gateway/ledger/days.ts).
CREATE TABLE ledger_days (
  -- In UTC.
  day date PRIMARY KEY,
  -- Its journals are those numbered above the day before's last one, up to this one.
  through_id bigint NOT NULL CHECK (through_id >= 0),
  journals bigint NOT NULL CHECK (journals >= 0),
  head text NOT NULL CHECK (head ~ '^[0-9a-f]{64}$'),
  closed_at timestamptz NOT NULL
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON ledger_days FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON ledger_days FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE FUNCTION ledger_days_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last ledger_days;
BEGIN
  SELECT * INTO last FROM ledger_days ORDER BY day DESC LIMIT 1;
  IF last.day IS NOT NULL AND (NEW.day <> last.day + 1 OR NEW.through_id < last.through_id) THEN
    RAISE EXCEPTION USING ERRCODE = 'LG001', MESSAGE = 'immutable', DETAIL = format('day %s does not follow %s', NEW.day, last.day);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER follows BEFORE INSERT ON ledger_days FOR EACH ROW EXECUTE FUNCTION ledger_days_follow();
