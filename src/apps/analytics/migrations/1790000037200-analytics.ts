import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const UPDATED = 'updated_at timestamptz(3) NOT NULL DEFAULT now()';
const SITE = 'site_id uuid NOT NULL REFERENCES ext_analytics.sites (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_analytics',
  `CREATE TABLE ext_analytics.sites (
    ${ROW},
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    name text NOT NULL,
    domain text NOT NULL,
    extra_hosts text[] NOT NULL DEFAULT '{}',
    timezone text NOT NULL DEFAULT 'UTC',
    timezone_before text,
    timezone_changed_at timestamptz(3),
    site_key text NOT NULL UNIQUE,
    excluded_paths text[] NOT NULL DEFAULT '{}',
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
    share_token text,
    rolled_through date,
    ${CREATED},
    ${UPDATED},
    UNIQUE (owner_id, domain)
  )`,
  'CREATE INDEX sites_of_owner ON ext_analytics.sites (owner_id, created_at, id)',
  'CREATE UNIQUE INDEX sites_share_token ON ext_analytics.sites (share_token) WHERE share_token IS NOT NULL',
  `CREATE TABLE ext_analytics.goals (
    ${ROW},
    ${SITE},
    position smallint NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('page', 'event')),
    match text NOT NULL,
    ${CREATED},
    ${UPDATED},
    UNIQUE (site_id, key)
  )`,
  `CREATE TABLE ext_analytics.funnels (
    ${ROW}, ${SITE}, position smallint NOT NULL, key text NOT NULL, name text NOT NULL, steps text[] NOT NULL, ${CREATED},
    ${UPDATED}, UNIQUE (site_id, key)
  )`,
  `CREATE TABLE ext_analytics.events (
    ${ROW},
    site_id uuid NOT NULL,
    visitor_hash bytea NOT NULL,
    name text NOT NULL DEFAULT 'pageview',
    path text NOT NULL,
    referrer_host text,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    country char(2),
    device text,
    os text,
    browser text,
    props jsonb,
    ${CREATED}
  )`,
  'CREATE INDEX events_of_site ON ext_analytics.events (site_id, created_at)',
  `CREATE TABLE ext_analytics.site_days (
    ${ROW}, ${SITE}, day date NOT NULL, pageviews int NOT NULL, visitors int NOT NULL, visits int NOT NULL,
    bounces int NOT NULL, events int NOT NULL, visit_seconds bigint NOT NULL, ${CREATED}, UNIQUE (site_id, day)
  )`,
  // With its figures, because a year of a report is many rows that lie far apart in the table.
  `CREATE TABLE ext_analytics.site_day_values (
    ${ROW},
    ${SITE},
    day date NOT NULL,
    dimension text NOT NULL CHECK (dimension IN ('page', 'entry_page', 'exit_page', 'referrer', 'utm_source', 'utm_medium',
      'utm_campaign', 'country', 'device', 'os', 'browser', 'event')),
    value text NOT NULL,
    pageviews int NOT NULL,
    visitors int NOT NULL,
    visits int NOT NULL,
    ${CREATED},
    CONSTRAINT site_day_values_site_id_dimension_day_value_key
      UNIQUE (site_id, dimension, day, value) INCLUDE (pageviews, visitors, visits)
  )`,
  `CREATE TABLE ext_analytics.goal_days (
    ${ROW}, goal_id uuid NOT NULL REFERENCES ext_analytics.goals (id) ON DELETE CASCADE, site_id uuid NOT NULL,
    day date NOT NULL, conversions int NOT NULL, visitors int NOT NULL, ${CREATED}, UNIQUE (goal_id, day)
  )`,
  'CREATE INDEX goal_days_of_site ON ext_analytics.goal_days (site_id, day)',
  // How many steps of a funnel events meet in their order: bit n of `met` is set where an event meets step n.
  `CREATE FUNCTION ext_analytics.next_step(reached int, met int) RETURNS int
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT reached + ((met >> reached) & 1)'`,
  `CREATE AGGREGATE ext_analytics.steps_reached(int) (
    SFUNC = ext_analytics.next_step, STYPE = int, INITCOND = '0', PARALLEL = SAFE)`,
];

export class Analytics1790000037200 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_analytics CASCADE'];
}
