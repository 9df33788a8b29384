-- Which installation this is: operators sign it with every command (docs/rules.md §12), so that one that was signed for another is refused.
-- The gateway makes it when it is first asked for.
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
