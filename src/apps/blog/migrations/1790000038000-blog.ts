import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const UPDATED = 'updated_at timestamptz(3) NOT NULL DEFAULT now()';
const OWNER = 'owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const BLOG = 'blog_id uuid NOT NULL REFERENCES ext_blog.blogs (id) ON DELETE CASCADE';
const POST = 'post_id uuid NOT NULL REFERENCES ext_blog.posts (id) ON DELETE CASCADE';
const FIGURES = 'views int NOT NULL, visitors int NOT NULL';

const valueTable = (name: string, key: string, thing: string, dimensions: string) =>
  `CREATE TABLE ext_blog.${name} (
    ${ROW},
    ${thing},
    day date NOT NULL,
    dimension text NOT NULL CHECK (dimension IN (${dimensions})),
    value text NOT NULL,
    ${FIGURES},
    ${CREATED},
    UNIQUE (${key}, dimension, day, value)
  )`;

export class Blog1790000038000 extends SqlMigration {
  protected readonly apply = [
    'CREATE SCHEMA ext_blog',
    `CREATE TABLE ext_blog.blogs (
      ${ROW},
      ${OWNER},
      handle text NOT NULL UNIQUE,
      title text NOT NULL,
      description text,
      language text NOT NULL DEFAULT 'en',
      timezone text NOT NULL DEFAULT 'UTC',
      cover_url text,
      noindex boolean NOT NULL DEFAULT false,
      analytics_site_id uuid,
      blocked_at timestamptz(3),
      blocked_reason text,
      ${CREATED},
      ${UPDATED},
      UNIQUE (owner_id)
    )`,
    `CREATE TABLE ext_blog.blog_handles (
      ${ROW}, ${BLOG}, handle text NOT NULL UNIQUE, released_at timestamptz(3) NOT NULL DEFAULT now(), ${CREATED}
    )`,
    'CREATE INDEX blog_handles_of_blog ON ext_blog.blog_handles (blog_id)',
    `CREATE TABLE ext_blog.posts (
      ${ROW},
      ${BLOG},
      ${OWNER},
      title text NOT NULL DEFAULT '',
      slug text NOT NULL,
      status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'published', 'trashed')),
      visibility text NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'unlisted')),
      body_markdown text NOT NULL DEFAULT '' CHECK (char_length(body_markdown) <= 200000),
      body_html text NOT NULL DEFAULT '',
      renderer_version int NOT NULL,
      excerpt text,
      summary text NOT NULL DEFAULT '',
      cover_url text,
      cover_alt text,
      tags text[] NOT NULL DEFAULT '{}',
      canonical_url text,
      seo_title text,
      seo_description text,
      noindex boolean NOT NULL DEFAULT false,
      is_pinned boolean NOT NULL DEFAULT false,
      word_count int NOT NULL DEFAULT 0,
      reading_minutes int NOT NULL DEFAULT 0,
      version int NOT NULL DEFAULT 1,
      publish_at timestamptz(3),
      published_at timestamptz(3),
      edited_at timestamptz(3),
      trashed_at timestamptz(3),
      preview_token text NOT NULL,
      views_closed bigint NOT NULL DEFAULT 0,
      ${CREATED},
      ${UPDATED},
      UNIQUE (blog_id, slug)
    )`,
    'CREATE INDEX posts_of_blog ON ext_blog.posts (blog_id, status, published_at DESC)',
    `CREATE INDEX posts_public ON ext_blog.posts (blog_id, is_pinned DESC, published_at DESC, id DESC)
      WHERE status = 'published' AND visibility = 'public'`,
    `CREATE INDEX posts_published ON ext_blog.posts (blog_id, (coalesce(published_at, '-infinity'::timestamptz)), id)`,
    'CREATE INDEX posts_updated ON ext_blog.posts (blog_id, updated_at, id)',
    'CREATE INDEX posts_of_owner ON ext_blog.posts (owner_id)',
    `CREATE INDEX posts_due ON ext_blog.posts (publish_at) WHERE status = 'scheduled'`,
    `CREATE INDEX posts_in_trash ON ext_blog.posts (trashed_at) WHERE status = 'trashed'`,
    'CREATE INDEX posts_renderer ON ext_blog.posts (renderer_version, id)',
    'CREATE INDEX posts_tags ON ext_blog.posts USING gin (tags)',
    `CREATE TABLE ext_blog.post_slugs (
      ${ROW}, blog_id uuid NOT NULL, slug text NOT NULL, ${POST}, ${CREATED}, UNIQUE (blog_id, slug)
    )`,
    'CREATE INDEX post_slugs_of_post ON ext_blog.post_slugs (post_id)',
    `CREATE TABLE ext_blog.post_revisions (
      ${ROW},
      ${POST},
      version int NOT NULL,
      title text NOT NULL,
      body_markdown text NOT NULL,
      excerpt text,
      word_count int NOT NULL,
      reason text NOT NULL CHECK (reason IN ('save', 'autosave', 'publish', 'restore')),
      ${CREATED},
      UNIQUE (post_id, version)
    )`,
    // Without foreign keys, so that adding a view locks nothing.
    `CREATE TABLE ext_blog.post_views (
      ${ROW},
      blog_id uuid NOT NULL,
      post_id uuid NOT NULL,
      visitor_hash bytea NOT NULL,
      country char(2),
      device text,
      referrer_host text,
      ${CREATED}
    )`,
    'CREATE INDEX post_views_of_blog ON ext_blog.post_views (blog_id, created_at)',
    `CREATE TABLE ext_blog.post_days (
      ${ROW}, ${POST}, blog_id uuid NOT NULL, day date NOT NULL, ${FIGURES}, ${CREATED}, UNIQUE (post_id, day)
    )`,
    'CREATE INDEX post_days_of_blog ON ext_blog.post_days (blog_id, day)',
    valueTable('post_day_values', 'post_id', POST, `'referrer', 'country', 'device'`),
    valueTable('blog_day_values', 'blog_id', BLOG, `'all', 'post', 'referrer'`),
    `CREATE TABLE ext_blog.rollup_state (${ROW}, name text NOT NULL UNIQUE, rolled_through date, ${CREATED})`,
  ];
  protected readonly revert = ['DROP SCHEMA ext_blog CASCADE'];
}
