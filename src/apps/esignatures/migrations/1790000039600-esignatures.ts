import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const UPDATED = 'updated_at timestamptz(3) NOT NULL DEFAULT now()';
const OF_ENVELOPE = 'envelope_id uuid NOT NULL REFERENCES ext_esignatures.envelopes (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_esignatures',
  // Envelopes outlive the account of their sender.
  `CREATE TABLE ext_esignatures.envelopes (
    ${ROW},
    owner_id uuid NOT NULL,
    title text NOT NULL,
    message text,
    status text NOT NULL DEFAULT 'draft'
      CHECK (status IN ('draft', 'sent', 'sealing', 'completed', 'declined', 'voided', 'expired')),
    expires_in_days int,
    consent_text text,
    content_hash text,
    sent_at timestamptz(3),
    expires_at timestamptz(3),
    completed_at timestamptz(3),
    ended_at timestamptz(3),
    end_reason text,
    final_document_id uuid,
    final_key text,
    final_sha256 text,
    seal_kind text CHECK (seal_kind IN ('hash', 'pades')),
    seal_attempts int NOT NULL DEFAULT 0,
    public_code text UNIQUE,
    audit_seq int NOT NULL DEFAULT 0,
    audit_head text,
    released_at timestamptz(3),
    ${CREATED}, ${UPDATED}
  )`,
  `CREATE INDEX envelopes_of_owner_by_status ON ext_esignatures.envelopes (owner_id, status, created_at DESC, id DESC)`,
  'CREATE INDEX envelopes_of_owner ON ext_esignatures.envelopes (owner_id, created_at, id)',
  'CREATE INDEX envelopes_sent ON ext_esignatures.envelopes (owner_id, sent_at)',
  'CREATE INDEX envelopes_by_hash ON ext_esignatures.envelopes (final_sha256)',
  'CREATE INDEX envelopes_by_status ON ext_esignatures.envelopes (status, expires_at)',
  `CREATE INDEX envelopes_held ON ext_esignatures.envelopes (ended_at, id)
    WHERE sent_at IS NOT NULL AND ended_at IS NOT NULL AND released_at IS NULL`,

  `CREATE TABLE ext_esignatures.envelope_documents (
    ${ROW}, ${OF_ENVELOPE},
    position int NOT NULL,
    document_id uuid NOT NULL,
    version_id uuid,
    sha256 text,
    page_count int,
    page_sizes jsonb,
    name text NOT NULL,
    ${CREATED},
    UNIQUE (envelope_id, position)
  )`,

  `CREATE TABLE ext_esignatures.signers (
    ${ROW}, ${OF_ENVELOPE},
    name text NOT NULL,
    user_id uuid REFERENCES account.users (id) ON DELETE SET NULL,
    email text,
    role text NOT NULL DEFAULT 'signer' CHECK (role IN ('signer', 'approver', 'copy')),
    position int NOT NULL DEFAULT 1,
    auth text NOT NULL CHECK (auth IN ('account', 'link')),
    access_code_hash text,
    status text NOT NULL DEFAULT 'waiting'
      CHECK (status IN ('waiting', 'ready', 'viewed', 'signed', 'approved', 'declined', 'copied')),
    ready_at timestamptz(3),
    viewed_at timestamptz(3),
    consented_at timestamptz(3),
    acted_at timestamptz(3),
    last_reminded_at timestamptz(3),
    decline_reason text,
    signature jsonb,
    ip text,
    user_agent text,
    ${CREATED}, ${UPDATED},
    CONSTRAINT signers_account_check CHECK (user_id IS NULL OR auth = 'account'),
    UNIQUE (envelope_id, user_id)
  )`,
  'CREATE INDEX signers_of_user ON ext_esignatures.signers (user_id, status)',
  'CREATE INDEX signers_of_envelope ON ext_esignatures.signers (envelope_id, position)',
  `CREATE INDEX signers_asked ON ext_esignatures.signers (ready_at, id) WHERE status IN ('ready', 'viewed')`,

  `CREATE TABLE ext_esignatures.signer_links (
    ${ROW},
    signer_id uuid NOT NULL REFERENCES ext_esignatures.signers (id) ON DELETE CASCADE,
    token_hash text NOT NULL UNIQUE,
    revoked_at timestamptz(3),
    ${CREATED}
  )`,
  'CREATE INDEX signer_links_of_signer ON ext_esignatures.signer_links (signer_id)',

  `CREATE TABLE ext_esignatures.fields (
    ${ROW}, ${OF_ENVELOPE},
    envelope_document_id uuid NOT NULL REFERENCES ext_esignatures.envelope_documents (id) ON DELETE CASCADE,
    signer_id uuid NOT NULL REFERENCES ext_esignatures.signers (id) ON DELETE CASCADE,
    type text NOT NULL CHECK (type IN ('signature', 'initials', 'date_signed', 'name', 'text', 'checkbox')),
    page int NOT NULL,
    x numeric(6,5) NOT NULL,
    y numeric(6,5) NOT NULL,
    width numeric(6,5) NOT NULL,
    height numeric(6,5) NOT NULL,
    required boolean NOT NULL DEFAULT true,
    label text,
    max_length int,
    value text,
    ${CREATED}
  )`,
  'CREATE INDEX fields_of_signer ON ext_esignatures.fields (signer_id)',
  'CREATE INDEX fields_of_document ON ext_esignatures.fields (envelope_document_id, page)',
  'CREATE INDEX fields_of_envelope ON ext_esignatures.fields (envelope_id)',

  `CREATE TABLE ext_esignatures.audit_events (
    ${ROW}, ${OF_ENVELOPE},
    seq int NOT NULL,
    event text NOT NULL CHECK (event IN ('created', 'sent', 'link_issued', 'notified', 'viewed', 'code_failed', 'consented',
      'signed', 'approved', 'declined', 'corrected', 'reminded', 'voided', 'expired', 'sealed', 'downloaded')),
    signer_id uuid,
    actor_user_id uuid,
    ip text,
    user_agent text,
    data jsonb NOT NULL,
    at timestamptz(3) NOT NULL,
    prev_hash text NOT NULL,
    hash text NOT NULL,
    UNIQUE (envelope_id, seq)
  )`,
  `CREATE FUNCTION ext_esignatures.refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'Events of the audit trail do not change'; END $$`,
  `CREATE TRIGGER audit_events_refuse_update BEFORE UPDATE ON ext_esignatures.audit_events
    FOR EACH ROW EXECUTE FUNCTION ext_esignatures.refuse_update()`,
];

export class Esignatures1790000039600 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_esignatures CASCADE'];
}
