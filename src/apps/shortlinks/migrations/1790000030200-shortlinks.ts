import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const LINK = 'link_id uuid NOT NULL REFERENCES ext_shortlinks.links (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_shortlinks',
  `CREATE TABLE ext_shortlinks.links (
    ${ROW},
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    domain_id uuid,
    slug text NOT NULL,
    url text NOT NULL,
    title text,
    external_id text,
    tags text[] NOT NULL DEFAULT '{}',
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'archived')),
    redirect_status smallint NOT NULL DEFAULT 302 CHECK (redirect_status IN (301, 302, 307, 308)),
    forward_query boolean NOT NULL DEFAULT false,
    utm jsonb,
    rules jsonb NOT NULL DEFAULT '[]',
    password_hash text,
    starts_at timestamptz(3),
    expires_at timestamptz(3),
    expired_url text,
    max_clicks int CHECK (max_clicks > 0),
    clicks_used int NOT NULL DEFAULT 0,
    clicks_closed bigint NOT NULL DEFAULT 0,
    warned_at timestamptz(3),
    blocked_at timestamptz(3),
    blocked_reason text,
    url_checked_at timestamptz(3),
    ${CREATED},
    updated_at timestamptz(3) NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX links_slug ON ext_shortlinks.links (slug) WHERE domain_id IS NULL',
  'CREATE UNIQUE INDEX links_domain_slug ON ext_shortlinks.links (domain_id, slug) WHERE domain_id IS NOT NULL',
  'CREATE UNIQUE INDEX links_external_id ON ext_shortlinks.links (owner_id, external_id)',
  'CREATE INDEX links_of_owner ON ext_shortlinks.links (owner_id, created_at, id)',
  'CREATE INDEX links_by_clicks ON ext_shortlinks.links (owner_id, clicks_closed, id)',
  'CREATE INDEX links_tags ON ext_shortlinks.links USING gin (tags)',
  // Whether there is a link to the same address already.
  'CREATE INDEX links_address ON ext_shortlinks.links (owner_id, md5(url))',
  // All hosts that a link leads to, and the domains that they lie in.
  `CREATE FUNCTION ext_shortlinks.domains_of(url text, expired_url text, rules jsonb) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT coalesce(array_agg(DISTINCT array_to_string(labels[place:], '.')), '{}') FROM (
        SELECT string_to_array(lower(substring(address FROM '^https?://(\\[[^]]*\\]|[^/:?#]*)')), '.') AS labels
        FROM (
          SELECT url UNION ALL SELECT expired_url
          UNION ALL SELECT rule->>'url' FROM jsonb_array_elements(rules) rule
        ) addresses (address)
      ) hosts, generate_subscripts(labels, 1) place
    $$`,
  `CREATE INDEX links_domains ON ext_shortlinks.links
    USING gin (ext_shortlinks.domains_of(url, expired_url, rules))`,

  `CREATE TABLE ext_shortlinks.retired_slugs (
    ${ROW}, domain_id uuid, slug text NOT NULL, owner_id uuid NOT NULL, ${CREATED}
  )`,
  'CREATE UNIQUE INDEX retired_slugs_slug ON ext_shortlinks.retired_slugs (slug) WHERE domain_id IS NULL',
  `CREATE UNIQUE INDEX retired_slugs_domain_slug ON ext_shortlinks.retired_slugs (domain_id, slug)
    WHERE domain_id IS NOT NULL`,
  // However a link goes, with its owner's account too.
  `CREATE FUNCTION ext_shortlinks.retire_slug() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ext_shortlinks.retired_slugs (domain_id, slug, owner_id)
      VALUES (OLD.domain_id, OLD.slug, OLD.owner_id) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER links_retire AFTER DELETE ON ext_shortlinks.links
    FOR EACH ROW EXECUTE FUNCTION ext_shortlinks.retire_slug()`,
  `CREATE TRIGGER links_retire_changed AFTER UPDATE OF slug, domain_id ON ext_shortlinks.links
    FOR EACH ROW WHEN (OLD.slug <> NEW.slug OR OLD.domain_id IS DISTINCT FROM NEW.domain_id)
    EXECUTE FUNCTION ext_shortlinks.retire_slug()`,

  // Nothing points anywhere, so that adding to it locks nothing.
  `CREATE TABLE ext_shortlinks.clicks (
    ${ROW},
    link_id uuid NOT NULL,
    visitor_hash bytea NOT NULL,
    country char(2),
    device text,
    os text,
    browser text,
    referrer_host text,
    rule_index smallint,
    ${CREATED}
  )`,
  'CREATE INDEX clicks_of_link ON ext_shortlinks.clicks (link_id, created_at)',
  `CREATE TABLE ext_shortlinks.link_days (
    ${ROW}, ${LINK}, day date NOT NULL, clicks int NOT NULL, visitors int NOT NULL, ${CREATED},
    UNIQUE (link_id, day)
  )`,
  `CREATE TABLE ext_shortlinks.link_day_values (
    ${ROW},
    ${LINK},
    day date NOT NULL,
    dimension text NOT NULL
      CHECK (dimension IN ('referrer', 'country', 'device', 'os', 'browser', 'destination')),
    value text NOT NULL,
    clicks int NOT NULL,
    visitors int NOT NULL,
    ${CREATED},
    UNIQUE (link_id, dimension, day, value)
  )`,
  `CREATE TABLE ext_shortlinks.rollup_state (${ROW}, name text NOT NULL UNIQUE, rolled_through date, ${CREATED})`,
  `CREATE TABLE ext_shortlinks.link_reports (
    ${ROW},
    ${LINK},
    reason text NOT NULL CHECK (reason IN ('phishing', 'malware', 'spam', 'other')),
    details text,
    reporter_hash bytea NOT NULL,
    ${CREATED},
    UNIQUE (link_id, reporter_hash)
  )`,
];

export class Shortlinks1790000030200 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_shortlinks CASCADE'];
}
