-- Deposit addresses come from what is the account's own (docs/rules.md §4). By running numbers, a database that was restored gave
-- out numbers again that others had been given after the backup. Addresses that are there stay, and are watched.

ALTER TABLE deposit_addresses
  ALTER COLUMN derivation_index DROP NOT NULL,
  -- Below the extended key, e.g. `2/1203/77`. Those with an index are at `0/index`.
  ADD COLUMN derivation_path text CHECK (derivation_path ~ '^[0-9]{1,10}(/[0-9]{1,10}){1,4}$'),
  ADD CONSTRAINT deposit_addresses_derived CHECK ((derivation_index IS NULL) <> (derivation_path IS NULL)),
  ADD CONSTRAINT deposit_addresses_path UNIQUE (network, key_id, derivation_path);
