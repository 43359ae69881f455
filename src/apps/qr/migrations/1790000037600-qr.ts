import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const CODE = 'code_id uuid NOT NULL REFERENCES ext_qr.codes (id) ON DELETE CASCADE';
const FIGURES = 'scans int NOT NULL, visitors int NOT NULL';

const STATEMENTS = [
  'CREATE SCHEMA ext_qr',
  `CREATE TABLE ext_qr.codes (
    ${ROW},
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    name text NOT NULL,
    mode text NOT NULL CHECK (mode IN ('static', 'dynamic')),
    kind text NOT NULL
      CHECK (kind IN ('url', 'text', 'wifi', 'vcard', 'email', 'sms', 'phone', 'geo', 'event')),
    content jsonb NOT NULL,
    payload text NOT NULL,
    key text NOT NULL UNIQUE,
    link_id uuid,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'archived', 'deleted')),
    expires_at timestamptz(3),
    fallback_url text,
    style jsonb NOT NULL DEFAULT '{}',
    logo_png bytea,
    is_image_public boolean NOT NULL DEFAULT false,
    tags text[] NOT NULL DEFAULT '{}',
    batch_id uuid,
    symbol_version smallint NOT NULL,
    version int NOT NULL DEFAULT 1,
    scans_closed bigint NOT NULL DEFAULT 0,
    ${CREATED},
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT codes_dynamic_check CHECK (mode = 'static' OR kind IN ('url', 'vcard'))
  )`,
  'CREATE INDEX codes_of_owner ON ext_qr.codes (owner_id, created_at, id)',
  'CREATE INDEX codes_of_batch ON ext_qr.codes (owner_id, batch_id)',
  'CREATE INDEX codes_tags ON ext_qr.codes USING gin (tags)',
  `CREATE INDEX codes_deleted ON ext_qr.codes (updated_at) WHERE status = 'deleted'`,

  `CREATE TABLE ext_qr.retired_keys (${ROW}, key text NOT NULL UNIQUE, ${CREATED})`,
  // However a code goes, with its owner's account too.
  `CREATE FUNCTION ext_qr.retire_key() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ext_qr.retired_keys (key) VALUES (OLD.key) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER codes_retire AFTER DELETE ON ext_qr.codes
    FOR EACH ROW EXECUTE FUNCTION ext_qr.retire_key()`,
  `CREATE TABLE ext_qr.code_targets (${ROW}, ${CODE}, target text NOT NULL, changed_by uuid NOT NULL, ${CREATED})`,
  'CREATE INDEX code_targets_of_code ON ext_qr.code_targets (code_id, created_at, id)',

  // Nothing points anywhere, so that adding to it locks nothing.
  `CREATE TABLE ext_qr.scans (
    ${ROW}, code_id uuid NOT NULL, visitor_hash bytea NOT NULL, country char(2), device text, os text, ${CREATED}
  )`,
  'CREATE INDEX scans_of_code ON ext_qr.scans (code_id, created_at)',
  `CREATE TABLE ext_qr.code_days (${ROW}, ${CODE}, day date NOT NULL, ${FIGURES}, ${CREATED}, UNIQUE (code_id, day))`,
  'CREATE INDEX code_days_day ON ext_qr.code_days (day)',
  `CREATE TABLE ext_qr.code_day_values (
    ${ROW},
    ${CODE},
    day date NOT NULL,
    dimension text NOT NULL CHECK (dimension IN ('country', 'device', 'os', 'hour')),
    value text NOT NULL,
    ${FIGURES},
    ${CREATED},
    UNIQUE (code_id, dimension, day, value)
  )`,
  'CREATE INDEX code_day_values_day ON ext_qr.code_day_values (day)',
  `CREATE TABLE ext_qr.owner_days (
    ${ROW},
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    dimension text NOT NULL,
    day date NOT NULL,
    value text NOT NULL,
    ${FIGURES},
    ${CREATED},
    CONSTRAINT owner_days_key UNIQUE (owner_id, day, dimension, value)
  )`,
  'CREATE INDEX owner_days_day ON ext_qr.owner_days (day)',
  `CREATE TABLE ext_qr.rollup_state (${ROW}, name text NOT NULL UNIQUE, rolled_through date, ${CREATED})`,
];

export class Qr1790000037600 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_qr CASCADE'];
}
