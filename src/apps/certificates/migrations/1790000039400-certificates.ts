import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const UPDATED = 'updated_at timestamptz(3) NOT NULL DEFAULT now()';
// Certificates outlive the account of their issuer.
const OWNER = 'owner_id uuid NOT NULL';

const STATEMENTS = [
  'CREATE SCHEMA ext_certificates',
  `CREATE TABLE ext_certificates.templates (
    ${ROW}, ${OWNER},
    name text NOT NULL,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
    version int NOT NULL DEFAULT 1,
    current_version_id uuid,
    ${CREATED}, ${UPDATED}
  )`,
  'CREATE INDEX templates_of_owner ON ext_certificates.templates (owner_id, status, created_at, id)',

  `CREATE TABLE ext_certificates.template_versions (
    ${ROW},
    template_id uuid NOT NULL REFERENCES ext_certificates.templates (id) ON DELETE CASCADE,
    ${OWNER},
    version int NOT NULL,
    title text NOT NULL,
    description text,
    criteria text,
    issuer_name text NOT NULL,
    issuer_url text,
    page text NOT NULL CHECK (page IN ('a4', 'letter')),
    orientation text NOT NULL CHECK (orientation IN ('landscape', 'portrait')),
    layout jsonb NOT NULL,
    custom_fields jsonb NOT NULL DEFAULT '[]',
    validity_days int,
    images jsonb NOT NULL DEFAULT '{}',
    ${CREATED},
    UNIQUE (template_id, version)
  )`,
  'CREATE INDEX template_versions_of_owner ON ext_certificates.template_versions (owner_id, id)',

  `CREATE TABLE ext_certificates.assets (
    ${ROW}, ${OWNER},
    storage_key text NOT NULL UNIQUE,
    content_type text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg')),
    size_bytes bigint NOT NULL,
    sha256 text,
    status text NOT NULL CHECK (status IN ('awaiting', 'ready', 'rejected')),
    expires_at timestamptz(3),
    ${CREATED}
  )`,
  'CREATE INDEX assets_of_owner ON ext_certificates.assets (owner_id, id)',
  `CREATE INDEX assets_awaiting ON ext_certificates.assets (created_at) WHERE status = 'awaiting'`,

  `CREATE TABLE ext_certificates.certificates (
    ${ROW}, ${OWNER},
    template_id uuid NOT NULL REFERENCES ext_certificates.templates (id),
    template_version_id uuid NOT NULL REFERENCES ext_certificates.template_versions (id),
    code text NOT NULL UNIQUE,
    recipient_name text NOT NULL,
    recipient_user_id uuid REFERENCES account.users (id) ON DELETE CASCADE,
    recipient_email text,
    custom_values jsonb NOT NULL,
    issued_on date NOT NULL,
    expires_on date,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
    revoked_at timestamptz(3),
    revoke_reason text,
    visibility text NOT NULL DEFAULT 'unlisted' CHECK (visibility IN ('public', 'unlisted', 'private')),
    claim_hash text UNIQUE,
    claimed_at timestamptz(3),
    external_ref text,
    revision int NOT NULL DEFAULT 1,
    content_hash text NOT NULL,
    pdf_key text,
    verified_count int NOT NULL DEFAULT 0,
    last_verified_at timestamptz(3),
    expiry_noticed_at timestamptz(3),
    ${CREATED}, ${UPDATED},
    UNIQUE (template_id, external_ref)
  )`,
  'CREATE INDEX certificates_of_template ON ext_certificates.certificates (template_id, recipient_user_id)',
  'CREATE INDEX certificates_of_version ON ext_certificates.certificates (template_version_id)',
  'CREATE INDEX certificates_by_status ON ext_certificates.certificates (template_id, status)',
  'CREATE INDEX certificates_of_owner ON ext_certificates.certificates (owner_id, created_at, id)',
  'CREATE INDEX certificates_of_recipient ON ext_certificates.certificates (recipient_user_id, created_at, id)',
  `CREATE INDEX certificates_revoked ON ext_certificates.certificates (owner_id, id) WHERE status = 'revoked'`,
  `CREATE INDEX certificates_expiring ON ext_certificates.certificates (expires_on, id)
    WHERE status = 'active' AND recipient_user_id IS NOT NULL AND expiry_noticed_at IS NULL`,

  `CREATE TABLE ext_certificates.revisions (
    ${ROW},
    certificate_id uuid NOT NULL REFERENCES ext_certificates.certificates (id) ON DELETE CASCADE,
    ${OWNER},
    revision int NOT NULL,
    actor_user_id uuid NOT NULL,
    event text NOT NULL
      CHECK (event IN ('issued', 'corrected', 'claimed', 'revoked', 'reinstated', 'visibility')),
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    reason text,
    ${CREATED}
  )`,
  'CREATE INDEX revisions_of_certificate ON ext_certificates.revisions (certificate_id, created_at, id)',
  'CREATE INDEX revisions_of_owner ON ext_certificates.revisions (owner_id, id)',
  `CREATE INDEX revisions_corrected ON ext_certificates.revisions (owner_id, created_at) WHERE event = 'corrected'`,
];

export class Certificates1790000039400 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_certificates CASCADE'];
}
