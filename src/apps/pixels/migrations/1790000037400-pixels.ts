import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const UPDATED = 'updated_at timestamptz(3) NOT NULL DEFAULT now()';
const PIXEL = 'pixel_id uuid NOT NULL REFERENCES ext_pixels.pixels (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_pixels',
  `CREATE TABLE ext_pixels.pixels (
    ${ROW},
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    name text NOT NULL,
    provider text NOT NULL CHECK (provider IN ('meta', 'google_analytics', 'google_ads', 'tiktok', 'linkedin',
      'pinterest', 'snapchat', 'x', 'reddit', 'own')),
    external_id text,
    key text UNIQUE,
    consent text NOT NULL DEFAULT 'required' CHECK (consent IN ('required', 'not_required')),
    allowed_hosts text[] NOT NULL DEFAULT '{}',
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
    events_closed bigint NOT NULL DEFAULT 0,
    ${CREATED},
    ${UPDATED},
    UNIQUE (owner_id, provider, external_id),
    CONSTRAINT pixels_own_check
      CHECK ((provider = 'own') = (key IS NOT NULL) AND (provider = 'own') = (external_id IS NULL))
  )`,
  'CREATE INDEX pixels_of_owner ON ext_pixels.pixels (owner_id, created_at, id)',
  `CREATE TABLE ext_pixels.attachments (
    ${ROW},
    ${PIXEL},
    owner_id uuid NOT NULL,
    target_app text NOT NULL CHECK (target_app IN ('shortlinks', 'biolinks', 'blog')),
    target_id uuid NOT NULL,
    event text NOT NULL DEFAULT 'PageView',
    ${CREATED},
    ${UPDATED},
    UNIQUE (pixel_id, target_app, target_id)
  )`,
  'CREATE INDEX attachments_of_target ON ext_pixels.attachments (target_app, target_id)',

  // Nothing points anywhere, so that adding to it locks nothing.
  `CREATE TABLE ext_pixels.events (
    ${ROW},
    pixel_id uuid NOT NULL,
    attachment_id uuid,
    name text NOT NULL,
    ref text,
    host text,
    visitor_hash bytea NOT NULL,
    country char(2),
    device text,
    is_proxied boolean NOT NULL DEFAULT false,
    ${CREATED}
  )`,
  'CREATE INDEX events_of_pixel ON ext_pixels.events (pixel_id, created_at)',
  // The unique indexes include the figures, so that a year is read from the index alone.
  `CREATE TABLE ext_pixels.pixel_days (
    ${ROW}, ${PIXEL}, day date NOT NULL, events int NOT NULL, visitors int NOT NULL, proxied int NOT NULL, ${CREATED},
    CONSTRAINT pixel_days_pixel_id_day_key UNIQUE (pixel_id, day) INCLUDE (events, visitors, proxied)
  )`,
  `CREATE TABLE ext_pixels.pixel_day_values (
    ${ROW},
    ${PIXEL},
    day date NOT NULL,
    dimension text NOT NULL CHECK (dimension IN ('event', 'ref', 'host', 'target', 'country', 'device')),
    value text NOT NULL,
    events int NOT NULL,
    visitors int NOT NULL,
    ${CREATED},
    CONSTRAINT pixel_day_values_pixel_id_dimension_day_value_key
      UNIQUE (pixel_id, dimension, day, value) INCLUDE (events, visitors)
  )`,
  `CREATE TABLE ext_pixels.drops (
    ${ROW}, pixel_id uuid NOT NULL, hour timestamptz(3) NOT NULL, reason text NOT NULL, count int NOT NULL, ${CREATED},
    UNIQUE (pixel_id, hour, reason)
  )`,
  'CREATE INDEX drops_hour ON ext_pixels.drops (hour)',
  `CREATE TABLE ext_pixels.rollup_state (${ROW}, name text NOT NULL UNIQUE, rolled_through date, ${CREATED})`,
];

export class Pixels1790000037400 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_pixels CASCADE'];
}
