-- Documents that operators publish (docs/rules.md §9): a content with a PDF file in each of its languages.
ALTER TABLE contents
  DROP CONSTRAINT contents_kind_check,
  ADD CONSTRAINT contents_kind_check
    CHECK (kind IN ('notice', 'news', 'bulletin', 'banner', 'question', 'link', 'mandatory', 'document'));

-- The files, sealed as every other; a content's texts name theirs.
CREATE TABLE content_files (
  id uuid PRIMARY KEY,
  path text NOT NULL UNIQUE,
  bytes int NOT NULL CHECK (bytes > 0),
  pages int NOT NULL CHECK (pages > 0),
  created_at timestamptz NOT NULL
);
