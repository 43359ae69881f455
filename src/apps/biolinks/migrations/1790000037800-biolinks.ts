import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const UPDATED = 'updated_at timestamptz(3) NOT NULL DEFAULT now()';
const OWNER = 'owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const PAGE = 'page_id uuid NOT NULL REFERENCES ext_biolinks.pages (id) ON DELETE CASCADE';
const BLOCK = 'block_id uuid NOT NULL REFERENCES ext_biolinks.blocks (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_biolinks',
  `CREATE TABLE ext_biolinks.pages (
    ${ROW},
    ${OWNER},
    handle text NOT NULL,
    title text NOT NULL,
    bio text,
    avatar_url text,
    theme text NOT NULL DEFAULT 'plain' CHECK (theme IN ('plain', 'dark', 'paper', 'gradient', 'contrast')),
    theme_options jsonb NOT NULL DEFAULT '{}',
    seo_title text,
    seo_description text,
    noindex boolean NOT NULL DEFAULT false,
    is_sensitive boolean NOT NULL DEFAULT false,
    is_published boolean NOT NULL DEFAULT false,
    published_at timestamptz(3),
    analytics_site_id uuid,
    counted_from timestamptz(3),
    blocked_at timestamptz(3),
    blocked_reason text,
    version int NOT NULL DEFAULT 1,
    ${CREATED},
    ${UPDATED}
  )`,
  'CREATE UNIQUE INDEX pages_handle ON ext_biolinks.pages (handle)',
  'CREATE INDEX pages_of_owner ON ext_biolinks.pages (owner_id, created_at, id)',

  // Without a foreign key to the page: the row outlives the page, and without its owner the account too.
  `CREATE TABLE ext_biolinks.page_handles (
    ${ROW},
    owner_id uuid REFERENCES account.users ON DELETE SET NULL,
    handle text NOT NULL,
    page_id uuid,
    released_at timestamptz(3) NOT NULL DEFAULT now(),
    ${CREATED}
  )`,
  'CREATE UNIQUE INDEX page_handles_handle ON ext_biolinks.page_handles (handle)',
  'CREATE INDEX page_handles_of_owner ON ext_biolinks.page_handles (owner_id)',
  'CREATE INDEX page_handles_of_page ON ext_biolinks.page_handles (page_id)',
  'CREATE INDEX page_handles_released ON ext_biolinks.page_handles (released_at)',
  // A trigger, because a deleted account takes its pages with it and no action runs. Then the user is gone already.
  `CREATE FUNCTION ext_biolinks.release_handle() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE ext_biolinks.page_handles SET page_id = NULL WHERE page_id = OLD.id;
      INSERT INTO ext_biolinks.page_handles (owner_id, handle)
      VALUES ((SELECT id FROM account.users WHERE id = OLD.owner_id), OLD.handle)
      ON CONFLICT (handle) DO UPDATE SET owner_id = excluded.owner_id, page_id = NULL, released_at = now();
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER pages_release AFTER DELETE ON ext_biolinks.pages
    FOR EACH ROW EXECUTE FUNCTION ext_biolinks.release_handle()`,

  `CREATE TABLE ext_biolinks.blocks (
    ${ROW},
    ${PAGE},
    kind text NOT NULL
      CHECK (kind IN ('link', 'header', 'text', 'image', 'socials', 'embed', 'contact_form', 'divider')),
    position int NOT NULL,
    title text,
    url text,
    data jsonb NOT NULL DEFAULT '{}',
    is_visible boolean NOT NULL DEFAULT true,
    is_featured boolean NOT NULL DEFAULT false,
    starts_at timestamptz(3),
    ends_at timestamptz(3),
    removed_at timestamptz(3),
    ${CREATED},
    ${UPDATED}
  )`,
  'CREATE INDEX blocks_of_page ON ext_biolinks.blocks (page_id, position) WHERE removed_at IS NULL',
  // For the deletion of a page and the statistics, which include removed blocks.
  'CREATE INDEX blocks_all_of_page ON ext_biolinks.blocks (page_id)',

  `CREATE TABLE ext_biolinks.contacts (
    ${ROW},
    ${OWNER},
    ${PAGE},
    ${BLOCK},
    email text NOT NULL,
    name text,
    message text,
    consent_text text NOT NULL,
    consented_at timestamptz(3) NOT NULL DEFAULT now(),
    ${CREATED},
    ${UPDATED}
  )`,
  'CREATE UNIQUE INDEX contacts_email ON ext_biolinks.contacts (block_id, email)',
  'CREATE INDEX contacts_of_owner ON ext_biolinks.contacts (owner_id, created_at, id)',
  'CREATE INDEX contacts_of_page ON ext_biolinks.contacts (page_id, created_at)',

  // Without foreign keys, so that an insert locks nothing.
  `CREATE TABLE ext_biolinks.events (
    ${ROW},
    page_id uuid NOT NULL,
    block_id uuid,
    visitor_hash bytea NOT NULL,
    country char(2),
    device text,
    referrer_host text,
    ${CREATED}
  )`,
  'CREATE INDEX events_of_page ON ext_biolinks.events (page_id, created_at)',
  `CREATE TABLE ext_biolinks.page_days (
    ${ROW}, ${PAGE}, day date NOT NULL, views int NOT NULL, visitors int NOT NULL, clicks int NOT NULL,
    clickers int NOT NULL, ${CREATED},
    CONSTRAINT page_days_key UNIQUE (page_id, day)
  )`,
  `CREATE TABLE ext_biolinks.block_days (
    ${ROW}, ${BLOCK}, ${PAGE}, day date NOT NULL, clicks int NOT NULL, visitors int NOT NULL, ${CREATED},
    CONSTRAINT block_days_key UNIQUE (block_id, day)
  )`,
  // With the figures, so that a year of a page with many blocks is read from the index alone.
  `CREATE INDEX block_days_of_page ON ext_biolinks.block_days (page_id, day) INCLUDE (block_id, clicks, visitors)`,
  `CREATE TABLE ext_biolinks.page_day_values (
    ${ROW},
    ${PAGE},
    day date NOT NULL,
    dimension text NOT NULL CHECK (dimension IN ('referrer', 'country', 'device')),
    value text NOT NULL,
    views int NOT NULL,
    visitors int NOT NULL,
    ${CREATED},
    CONSTRAINT page_day_values_key UNIQUE (page_id, dimension, day, value)
  )`,
  `CREATE TABLE ext_biolinks.rollup_state (${ROW}, name text NOT NULL UNIQUE, rolled_through date, ${CREATED})`,
];

export class Biolinks1790000037800 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_biolinks CASCADE'];
}
