import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  'CREATE SCHEMA social',

  `CREATE TABLE social.posts (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    title text,
    content text,
    status text NOT NULL DEFAULT 'published' CHECK (status IN ('draft', 'published', 'flagged')),
    is_sensitive boolean NOT NULL DEFAULT false,
    is_ai_generated boolean NOT NULL DEFAULT false,
    published_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX posts_published ON social.posts (user_id, created_at DESC, id DESC) WHERE status = 'published'`,
  'CREATE INDEX posts_of_author ON social.posts (user_id, status, created_at, id)',
  `CREATE INDEX posts_words ON social.posts
    USING gin (to_tsvector('simple', left(coalesce(title, '') || ' ' || coalesce(content, ''), 100000)))
    WHERE status = 'published'`,

  // A search for frequent words scans the newest posts instead of the index of words.
  `CREATE INDEX posts_newest ON social.posts (created_at DESC, id DESC) WHERE status = 'published'`,

  `CREATE TABLE social.post_media (
    post_id uuid NOT NULL REFERENCES social.posts ON DELETE CASCADE,
    position smallint NOT NULL,
    file_id uuid NOT NULL,
    PRIMARY KEY (post_id, position)
  )`,
  'CREATE INDEX post_media_file ON social.post_media (file_id)',

  // One row for each post, kept exact by the triggers below, because counting on each read is slow for a popular post.
  `CREATE TABLE social.post_counters (
    post_id uuid NOT NULL REFERENCES social.posts ON DELETE CASCADE,
    reactions jsonb NOT NULL DEFAULT '{}',
    comments_count integer NOT NULL DEFAULT 0,
    last_comment_at timestamptz,
    PRIMARY KEY (post_id)
  )`,

  `CREATE TABLE social.reactions (
    post_id uuid NOT NULL REFERENCES social.posts ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    type text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (post_id, user_id)
  )`,
  'CREATE INDEX reactions_of_user ON social.reactions (user_id)',

  // `created_at` is in microseconds and unique within a post, because it is the cursor of the list.
  `CREATE TABLE social.comments (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    post_id uuid NOT NULL REFERENCES social.posts ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    parent_id uuid REFERENCES social.comments ON DELETE SET NULL,
    content text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (id)
  )`,
  'CREATE UNIQUE INDEX comments_of_post ON social.comments (post_id, created_at)',
  'CREATE INDEX comments_of_user ON social.comments (user_id)',
  'CREATE INDEX comments_replies ON social.comments (parent_id)',

  `CREATE TABLE social.polls (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    post_id uuid NOT NULL REFERENCES social.posts ON DELETE CASCADE,
    question text NOT NULL,
    options jsonb NOT NULL,
    anonymous boolean NOT NULL DEFAULT false,
    counts jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (id)
  )`,
  'CREATE UNIQUE INDEX polls_of_post ON social.polls (post_id)',
  `CREATE TABLE social.poll_votes (
    poll_id uuid NOT NULL REFERENCES social.polls ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    option_index smallint NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (poll_id, user_id)
  )`,
  'CREATE INDEX poll_votes_of_option ON social.poll_votes (poll_id, option_index, created_at)',
  'CREATE INDEX poll_votes_of_user ON social.poll_votes (user_id)',

  `CREATE TABLE social.follows (
    follower_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    following_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    status text NOT NULL CHECK (status IN ('requested', 'following')),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (follower_id, following_id),
    CONSTRAINT follows_self_check CHECK (follower_id <> following_id)
  )`,
  // The index includes the status, so that a feed reads its authors from the index only.
  'CREATE INDEX follows_of_follower ON social.follows (follower_id, status, following_id)',
  'CREATE INDEX follows_of_followed ON social.follows (following_id, status, created_at, follower_id)',
  'CREATE INDEX follows_newest ON social.follows (follower_id, status, created_at, following_id)',

  `CREATE TABLE social.blocks (
    blocker_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    blocked_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (blocker_id, blocked_id),
    CONSTRAINT blocks_self_check CHECK (blocker_id <> blocked_id)
  )`,
  'CREATE INDEX blocks_of_blocked ON social.blocks (blocked_id)',
  'CREATE INDEX blocks_newest ON social.blocks (blocker_id, created_at, blocked_id)',

  `CREATE TABLE social.bookmarks (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    bookmarkable_id text NOT NULL,
    bookmarkable_type text NOT NULL CHECK (bookmarkable_type IN ('post', 'course', 'product', 'event')),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  'CREATE UNIQUE INDEX bookmarks_once ON social.bookmarks (user_id, bookmarkable_type, bookmarkable_id)',
  'CREATE INDEX bookmarks_newest ON social.bookmarks (user_id, created_at, id)',
  'CREATE INDEX bookmarks_newest_of_type ON social.bookmarks (user_id, bookmarkable_type, created_at, id)',
  'CREATE INDEX bookmarks_of_thing ON social.bookmarks (bookmarkable_type, bookmarkable_id)',

  `CREATE TABLE social.stories (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL DEFAULT now() + interval '24 hours',
    PRIMARY KEY (id)
  )`,
  'CREATE INDEX stories_of_author ON social.stories (user_id, expires_at)',
  'CREATE INDEX stories_by_end ON social.stories (expires_at)',
  `CREATE TABLE social.story_frames (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    story_id uuid NOT NULL REFERENCES social.stories ON DELETE CASCADE,
    position smallint NOT NULL,
    media_url text NOT NULL,
    media_type text NOT NULL,
    duration smallint NOT NULL DEFAULT 5,
    file_id uuid,
    PRIMARY KEY (id)
  )`,
  'CREATE UNIQUE INDEX story_frames_of_story ON social.story_frames (story_id, position)',
  `CREATE TABLE social.story_views (
    story_id uuid NOT NULL REFERENCES social.stories ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    viewed_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (story_id, user_id)
  )`,
  'CREATE INDEX story_views_of_user ON social.story_views (user_id)',
  'CREATE INDEX story_views_newest ON social.story_views (story_id, viewed_at, user_id)',

  // One UPDATE of one row. Reading before writing lost counts under races, and a row for each type caused deadlocks.
  `CREATE FUNCTION social.count_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.type = NEW.type THEN RETURN NULL; END IF;
      UPDATE social.post_counters c SET reactions = (
        SELECT coalesce(jsonb_object_agg(type, count), '{}') FROM (
          SELECT type, sum(count)::int AS count FROM (
            SELECT key AS type, value::int AS count FROM jsonb_each_text(c.reactions)
            UNION ALL SELECT OLD.type, -1 WHERE TG_OP <> 'INSERT'
            UNION ALL SELECT NEW.type, 1 WHERE TG_OP <> 'DELETE'
          ) parts GROUP BY type
        ) counts WHERE count > 0)
      WHERE post_id = CASE TG_OP WHEN 'DELETE' THEN OLD.post_id ELSE NEW.post_id END;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_reaction AFTER INSERT OR UPDATE OR DELETE ON social.reactions
    FOR EACH ROW EXECUTE FUNCTION social.count_reaction()`,

  `CREATE FUNCTION social.count_vote() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.option_index = NEW.option_index THEN RETURN NULL; END IF;
      UPDATE social.polls p SET counts = (
        SELECT coalesce(jsonb_object_agg(option, count), '{}') FROM (
          SELECT option, sum(count)::int AS count FROM (
            SELECT key AS option, value::int AS count FROM jsonb_each_text(p.counts)
            UNION ALL SELECT OLD.option_index::text, -1 WHERE TG_OP <> 'INSERT'
            UNION ALL SELECT NEW.option_index::text, 1 WHERE TG_OP <> 'DELETE'
          ) parts GROUP BY option
        ) counts WHERE count > 0)
      WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.poll_id ELSE NEW.poll_id END;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_vote AFTER INSERT OR UPDATE OR DELETE ON social.poll_votes
    FOR EACH ROW EXECUTE FUNCTION social.count_vote()`,

  // The lock of the counter row serialises the comments of a post, so each gets a later time than the one before.
  `CREATE FUNCTION social.place_comment() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE social.post_counters SET comments_count = comments_count + 1,
        last_comment_at = greatest(NEW.created_at, last_comment_at + interval '1 microsecond')
      WHERE post_id = NEW.post_id RETURNING last_comment_at INTO NEW.created_at;
      IF NOT FOUND THEN
        RAISE foreign_key_violation USING MESSAGE = 'the post is gone';
      END IF;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER place_comment BEFORE INSERT ON social.comments
    FOR EACH ROW EXECUTE FUNCTION social.place_comment()`,
  `CREATE FUNCTION social.uncount_comment() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE social.post_counters SET comments_count = comments_count - 1 WHERE post_id = OLD.post_id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER uncount_comment AFTER DELETE ON social.comments
    FOR EACH ROW EXECUTE FUNCTION social.uncount_comment()`,

  `CREATE FUNCTION social.count_post() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      step integer := coalesce((CASE WHEN TG_OP <> 'DELETE' THEN NEW.status = 'published' END)::int, 0)
        - coalesce((CASE WHEN TG_OP <> 'INSERT' THEN OLD.status = 'published' END)::int, 0);
    BEGIN
      IF TG_OP = 'INSERT' THEN INSERT INTO social.post_counters (post_id) VALUES (NEW.id); END IF;
      IF TG_OP = 'DELETE' THEN
        DELETE FROM social.bookmarks WHERE bookmarkable_type = 'post' AND bookmarkable_id = OLD.id::text;
      END IF;
      IF step <> 0 THEN
        UPDATE account.user_counters SET posts_count = posts_count + step
        WHERE user_id = CASE TG_OP WHEN 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_post AFTER INSERT OR UPDATE OF status OR DELETE ON social.posts
    FOR EACH ROW EXECUTE FUNCTION social.count_post()`,

  // Locks in the order of the ids, because two users who follow each other concurrently need the same two rows.
  `CREATE FUNCTION social.count_follow() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      step integer := coalesce((CASE WHEN TG_OP <> 'DELETE' THEN NEW.status = 'following' END)::int, 0)
        - coalesce((CASE WHEN TG_OP <> 'INSERT' THEN OLD.status = 'following' END)::int, 0);
      follow social.follows := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    BEGIN
      IF step = 0 THEN RETURN NULL; END IF;
      PERFORM FROM account.user_counters WHERE user_id IN (follow.follower_id, follow.following_id)
        ORDER BY user_id FOR NO KEY UPDATE;
      UPDATE account.user_counters SET
        following_count = following_count + CASE user_id WHEN follow.follower_id THEN step ELSE 0 END,
        followers_count = followers_count + CASE user_id WHEN follow.following_id THEN step ELSE 0 END
      WHERE user_id IN (follow.follower_id, follow.following_id);
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_follow AFTER INSERT OR UPDATE OF status OR DELETE ON social.follows
    FOR EACH ROW EXECUTE FUNCTION social.count_follow()`,
];

export class Social1790000010000 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA social CASCADE'];
}
