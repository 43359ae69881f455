import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const TIMES = `${CREATED}, updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const USER = 'user_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const OF = (what: string, table: string) =>
  `${what}_id uuid NOT NULL REFERENCES ext_forums.${table} (id) ON DELETE CASCADE`;
const FORUM = OF('forum', 'forums');
const TOPIC = OF('topic', 'topics');
const POST = OF('post', 'posts');

const STATEMENTS = [
  'CREATE SCHEMA ext_forums',
  `CREATE TABLE ext_forums.forums (
    ${ROW},
    owner_id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    description text,
    visibility text NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'members')),
    join_policy text NOT NULL DEFAULT 'open' CHECK (join_policy IN ('open', 'code', 'closed')),
    join_code text,
    language text NOT NULL DEFAULT 'english',
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'read_only', 'archived')),
    member_count int NOT NULL DEFAULT 0,
    topic_count int NOT NULL DEFAULT 0,
    post_count int NOT NULL DEFAULT 0,
    review_notice_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX forums_slug ON ext_forums.forums (slug)',
  'CREATE INDEX forums_of_owner ON ext_forums.forums (owner_id)',
  'CREATE INDEX forums_largest ON ext_forums.forums (visibility, status, member_count DESC, id DESC)',
  `CREATE INDEX forums_words ON ext_forums.forums
    USING gin (to_tsvector('simple', name || ' ' || coalesce(description, '')))`,

  `CREATE TABLE ext_forums.categories (
    ${ROW},
    ${FORUM},
    name text NOT NULL,
    slug text NOT NULL,
    description text,
    position int NOT NULL DEFAULT 0,
    post_role text NOT NULL DEFAULT 'member' CHECK (post_role IN ('member', 'moderator')),
    require_approval boolean NOT NULL DEFAULT false,
    solvable boolean NOT NULL DEFAULT false,
    auto_close_days int,
    archived boolean NOT NULL DEFAULT false,
    topic_count int NOT NULL DEFAULT 0,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX categories_slug ON ext_forums.categories (forum_id, slug)',
  'CREATE INDEX categories_of_forum ON ext_forums.categories (forum_id, position)',

  `CREATE TABLE ext_forums.members (
    ${ROW},
    ${FORUM},
    ${USER},
    role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'moderator')),
    trusted boolean NOT NULL DEFAULT false,
    suspended_until timestamptz(3),
    suspensions int NOT NULL DEFAULT 0,
    banned boolean NOT NULL DEFAULT false,
    reason text,
    post_count int NOT NULL DEFAULT 0,
    like_received int NOT NULL DEFAULT 0,
    joined_at timestamptz(3) NOT NULL DEFAULT now(),
    left_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX members_once ON ext_forums.members (forum_id, user_id)',
  'CREATE INDEX members_of_user ON ext_forums.members (user_id)',
  'CREATE INDEX members_joined ON ext_forums.members (forum_id, joined_at)',
  `CREATE INDEX members_staff ON ext_forums.members (forum_id) WHERE role = 'moderator'`,
  `CREATE INDEX members_suspended ON ext_forums.members (forum_id, suspended_until)
    WHERE suspended_until IS NOT NULL`,
  `CREATE INDEX members_to_promote ON ext_forums.members (id)
    WHERE NOT trusted AND post_count >= 5 AND like_received >= 2`,

  `CREATE TABLE ext_forums.topics (
    ${ROW},
    ${FORUM},
    category_id uuid NOT NULL REFERENCES ext_forums.categories (id),
    owner_id uuid NOT NULL,
    title text NOT NULL,
    tags text[] NOT NULL DEFAULT '{}',
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed', 'pending', 'hidden', 'deleted')),
    pinned boolean NOT NULL DEFAULT false,
    slow_mode_seconds int NOT NULL DEFAULT 0,
    solution_post_id uuid,
    last_number int NOT NULL DEFAULT 1,
    post_count int NOT NULL DEFAULT 1,
    like_count int NOT NULL DEFAULT 0,
    view_count int NOT NULL DEFAULT 0,
    bumped_at timestamptz(3) NOT NULL DEFAULT now(),
    last_post_user_id uuid NOT NULL,
    closed_reason text,
    ${TIMES}
  )`,
  `CREATE INDEX topics_latest_of_category ON ext_forums.topics
    (category_id, pinned DESC, bumped_at DESC, id DESC)`,
  'CREATE INDEX topics_latest ON ext_forums.topics (forum_id, bumped_at DESC)',
  'CREATE INDEX topics_listed ON ext_forums.topics (forum_id, pinned DESC, bumped_at DESC, id DESC)',
  'CREATE INDEX topics_begun ON ext_forums.topics (forum_id, created_at)',
  'CREATE INDEX topics_tags ON ext_forums.topics USING gin (tags)',
  'CREATE INDEX topics_of_author ON ext_forums.topics (owner_id)',

  `CREATE TABLE ext_forums.posts (
    ${ROW},
    ${TOPIC},
    ${FORUM},
    owner_id uuid NOT NULL,
    number int NOT NULL,
    reply_to_number int,
    body text NOT NULL,
    html text NOT NULL,
    status text NOT NULL DEFAULT 'visible' CHECK (status IN ('visible', 'pending', 'hidden', 'deleted')),
    deleted_by uuid,
    deleted_at timestamptz(3),
    edited_at timestamptz(3),
    edit_count int NOT NULL DEFAULT 0,
    like_count int NOT NULL DEFAULT 0,
    like_notice_at timestamptz(3),
    idempotency_key text,
    tsv tsvector NOT NULL,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX posts_number ON ext_forums.posts (topic_id, number)',
  `CREATE UNIQUE INDEX posts_keyed ON ext_forums.posts (topic_id, owner_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL`,
  'CREATE INDEX posts_words ON ext_forums.posts USING gin (tsv)',
  'CREATE INDEX posts_of_author ON ext_forums.posts (forum_id, owner_id, created_at DESC)',
  'CREATE INDEX posts_of_owner ON ext_forums.posts (owner_id)',
  'CREATE INDEX posts_in_time ON ext_forums.posts (forum_id, created_at, id)',

  `CREATE TABLE ext_forums.revisions (
    ${ROW},
    ${POST},
    editor_id uuid NOT NULL,
    title text,
    body text NOT NULL,
    reason text,
    ${CREATED}
  )`,
  'CREATE INDEX revisions_of_post ON ext_forums.revisions (post_id, created_at)',
  'CREATE INDEX revisions_of_editor ON ext_forums.revisions (editor_id)',

  `CREATE TABLE ext_forums.likes (
    ${ROW},
    ${POST},
    ${TOPIC},
    ${FORUM},
    ${USER},
    ${CREATED}
  )`,
  'CREATE UNIQUE INDEX likes_once ON ext_forums.likes (post_id, user_id)',
  'CREATE INDEX likes_of_user ON ext_forums.likes (user_id, created_at)',
  'CREATE INDEX likes_in_time ON ext_forums.likes (forum_id, created_at)',
  'CREATE INDEX likes_of_topic ON ext_forums.likes (topic_id)',

  `CREATE TABLE ext_forums.tracking (
    ${ROW},
    ${TOPIC},
    ${USER},
    level text NOT NULL DEFAULT 'normal' CHECK (level IN ('watching', 'tracking', 'normal', 'muted')),
    last_read int NOT NULL DEFAULT 0,
    notified_number int NOT NULL DEFAULT 0,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX tracking_once ON ext_forums.tracking (user_id, topic_id)',
  'CREATE INDEX tracking_of_topic ON ext_forums.tracking (topic_id, level)',

  `CREATE TABLE ext_forums.reviews (
    ${ROW},
    ${FORUM},
    ${POST},
    kind text NOT NULL CHECK (kind IN ('flag', 'approval')),
    reporter_id uuid,
    reason text CHECK (reason IN ('spam', 'off_topic', 'abuse', 'illegal', 'other')),
    note text,
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'agreed', 'disagreed', 'approved', 'rejected')),
    resolved_by uuid,
    resolved_at timestamptz(3),
    resolution_note text,
    ${TIMES}
  )`,
  `CREATE UNIQUE INDEX reviews_flagged_once ON ext_forums.reviews (post_id, reporter_id) WHERE kind = 'flag'`,
  `CREATE UNIQUE INDEX reviews_waiting_once ON ext_forums.reviews (post_id)
    WHERE kind = 'approval' AND status = 'open'`,
  'CREATE INDEX reviews_of_forum ON ext_forums.reviews (forum_id, status, created_at)',
  'CREATE INDEX reviews_of_post ON ext_forums.reviews (post_id, status)',
  'CREATE INDEX reviews_of_reporter ON ext_forums.reviews (reporter_id, created_at)',

  `CREATE TABLE ext_forums.topic_views (
    ${TOPIC},
    viewer text NOT NULL,
    hour timestamptz(3) NOT NULL,
    counted boolean NOT NULL DEFAULT false,
    ${CREATED},
    PRIMARY KEY (topic_id, viewer, hour)
  )`,
  'CREATE INDEX topic_views_uncounted ON ext_forums.topic_views (created_at) WHERE NOT counted',
  'CREATE INDEX topic_views_by_age ON ext_forums.topic_views (hour)',
];

export class Forums1790000031500 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_forums CASCADE'];
}
