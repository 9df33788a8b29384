-- Articles and their pictures, common questions, community links, mandatory notices, and who has read or acknowledged what (rules.md §9).

-- texts may now have "body", the operator's Markdown, and "article", the tree that was made of it when it was published.
ALTER TABLE contents
  DROP CONSTRAINT contents_kind_check,
  DROP CONSTRAINT contents_target_check,
  -- A question stands under a topic, and questions and links in the order of these numbers.
  ADD COLUMN topic text,
  ADD COLUMN position integer NOT NULL DEFAULT 100 CHECK (position BETWEEN 0 AND 9999),
  -- A mandatory notice has a name and versions; a person acknowledges each version once.
  ADD COLUMN notice_name text CHECK (notice_name ~ '^[a-z0-9-]{1,40}$'),
  ADD COLUMN notice_version integer CHECK (notice_version BETWEEN 1 AND 9999),
  ADD CONSTRAINT contents_kind_check
    CHECK (kind IN ('notice', 'news', 'bulletin', 'banner', 'question', 'link', 'mandatory')),
  -- Another site for a link; a route for a banner, or null: nowhere yet.
  ADD CONSTRAINT contents_target_check CHECK (
    CASE WHEN kind = 'link' THEN target IS NOT NULL AND target ~ '^https://[^[:space:]]+$' AND length(target) <= 1000
         ELSE target IS NULL OR target ~ '^/[a-z0-9_/]{1,80}$' END),
  ADD CONSTRAINT contents_topic_check CHECK ((kind = 'question') = (topic IS NOT NULL)),
  ADD CONSTRAINT contents_version_check
    CHECK ((kind = 'mandatory') = (notice_name IS NOT NULL) AND (kind = 'mandatory') = (notice_version IS NOT NULL));
CREATE UNIQUE INDEX contents_version ON contents (notice_name, notice_version) WHERE kind = 'mandatory';

-- Pictures of articles. Everybody may see them; the files are sealed as every other.
CREATE TABLE content_images (
  id uuid PRIMARY KEY,
  path text NOT NULL UNIQUE,
  width int NOT NULL CHECK (width > 0),
  height int NOT NULL CHECK (height > 0),
  bytes int NOT NULL CHECK (bytes > 0),
  created_at timestamptz NOT NULL
);

CREATE TABLE content_reads (
  user_id bigint NOT NULL REFERENCES users (id),
  content_id bigint NOT NULL REFERENCES contents (id),
  read_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, content_id)
);
-- For the number of readers of a content.
CREATE INDEX content_reads_content ON content_reads (content_id);

-- Evidence: who acknowledged which version, and when. The row of `contents` has name, version and text.
CREATE TABLE content_acknowledgements (
  user_id bigint NOT NULL REFERENCES users (id),
  content_id bigint NOT NULL REFERENCES contents (id),
  acknowledged_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, content_id)
);
CREATE INDEX content_acknowledgements_content ON content_acknowledgements (content_id);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON content_acknowledgements FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON content_acknowledgements FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
