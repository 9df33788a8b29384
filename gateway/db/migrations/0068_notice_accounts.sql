-- Which trading account's record a notice is about; null where it is about the person (docs/rules.md §13).
ALTER TABLE notices ADD COLUMN account_id bigint REFERENCES trading_accounts (id);
