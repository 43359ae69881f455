import { In } from 'typeorm';
import { EntityRepository, NOW, plus } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Certificate, Revision } from '../entities/certificate.entity.js';
import type { TemplateVersion } from '../entities/template.entity.js';

/** With what its template version says. */
export type ShownCertificate = Certificate &
  Pick<TemplateVersion, 'title' | 'issuer_name' | 'issuer_url'> & { template_version: number };

/** With all that its proof shows. */
export type ProvenCertificate = ShownCertificate &
  Pick<TemplateVersion, 'description' | 'criteria' | 'custom_fields' | 'layout'>;

/** SQL: today in UTC. */
export const TODAY = `(now() AT TIME ZONE 'UTC')::date`;
/** SQL: neither revoked nor expired. */
export const isValidSql = (certificate: string) =>
  `${certificate}.status = 'active' AND (${certificate}.expires_on IS NULL OR ${certificate}.expires_on >= ${TODAY})`;

export const SHOWN_COLUMNS = `c.*, c.issued_on::text AS issued_on, c.expires_on::text AS expires_on, v.title, v.issuer_name,
  v.issuer_url, v.version AS template_version`;
export const SHOWN_FROM =
  'ext_certificates.certificates c JOIN ext_certificates.template_versions v ON v.id = c.template_version_id';
const BY_IDS = sql(
  'certificates_shown_by_ids',
  `SELECT ${SHOWN_COLUMNS} FROM ${SHOWN_FROM} WHERE c.id = ANY ($1::uuid[]) ORDER BY c.id`,
);
const BY_CODE = sql(
  'certificates_shown_by_code',
  `SELECT ${SHOWN_COLUMNS}, v.description, v.criteria, v.custom_fields, v.layout FROM ${SHOWN_FROM} WHERE c.code = $1`,
);
const LOCK_TEMPLATE = sql(
  'certificates_lock_template',
  'SELECT id FROM ext_certificates.templates WHERE id = $1 FOR NO KEY UPDATE',
);
const VALID_OF_USERS = sql(
  'certificates_valid_of_users',
  `SELECT c.id, c.recipient_user_id FROM ext_certificates.certificates c
   WHERE c.template_id = $1 AND c.recipient_user_id = ANY ($2::uuid[]) AND ${isValidSql('c')} ORDER BY c.id`,
);
const BY_REFS = sql(
  'certificates_by_refs',
  `SELECT c.id, c.external_ref FROM ext_certificates.certificates c
   WHERE c.template_id = $1 AND c.external_ref = ANY ($2::text[])`,
);
const INSERTED = `owner_id, template_id, template_version_id, code, recipient_name, recipient_user_id, recipient_email,
  custom_values, issued_on, expires_on, visibility, claim_hash, external_ref, content_hash`;
const INSERT = sql(
  'certificates_insert',
  `INSERT INTO ext_certificates.certificates (${INSERTED})
   SELECT ${INSERTED} FROM jsonb_populate_recordset(NULL::ext_certificates.certificates, $1::jsonb) WITH ORDINALITY AS r
   ORDER BY r.ordinality RETURNING id, code`,
);
const ISSUED = sql(
  'certificates_issued_revisions',
  `INSERT INTO ext_certificates.revisions (certificate_id, owner_id, revision, actor_user_id, event, before, after)
   SELECT c.id, c.owner_id, c.revision, $2, 'issued', '{}',
     jsonb_build_object('recipient_name', c.recipient_name, 'custom_values', c.custom_values, 'issued_on', c.issued_on,
       'expires_on', c.expires_on, 'content_hash', c.content_hash)
   FROM ext_certificates.certificates c WHERE c.id = ANY ($1::uuid[])`,
);
const PDFS_OF_RECIPIENT = sql(
  'certificates_pdfs_of_recipient',
  `SELECT c.pdf_key AS id FROM ext_certificates.certificates c
   WHERE c.recipient_user_id = $1 AND c.pdf_key IS NOT NULL`,
);
const REVOKED_OF = sql(
  'certificates_revoked_of',
  `SELECT id, revoke_reason, revoked_at FROM ext_certificates.certificates
   WHERE owner_id = $1 AND status = 'revoked' ORDER BY id`,
);

type SetByDatabase = 'id' | 'status' | 'revision' | 'verified_count' | 'created_at' | 'updated_at' | 'pdf_key';
type Later = 'revoked_at' | 'revoke_reason' | 'claimed_at' | 'last_verified_at' | 'expiry_noticed_at';
export type NewCertificateRow = Omit<Certificate, SetByDatabase | Later>;

@AppProvider()
export class CertificateRepository extends EntityRepository<Certificate> {
  protected readonly entity = Certificate;

  shown(ids: string[]): Promise<ShownCertificate[]> {
    return ids.length ? this.rows<ShownCertificate>(BY_IDS, ids) : Promise.resolve([]);
  }

  async shownOne(id: string): Promise<ShownCertificate> {
    return (await this.shown([id]))[0] as ShownCertificate;
  }

  proven(code: string): Promise<ProvenCertificate | undefined> {
    return this.one<ProvenCertificate>(BY_CODE, code);
  }

  byIds(ids: string[]): Promise<Certificate[]> {
    return this.find({ id: In(ids) }, { order: { id: 'ASC' } });
  }

  /** Everything that can give a user a valid certificate of a template queues here. Certificates are locked after it. */
  async lockTemplate(id: string): Promise<void> {
    await this.rows(LOCK_TEMPLATE, id);
  }

  /** The valid ones of these users, by user. */
  async validOf(templateId: string, userIds: string[]): Promise<Map<string, string>> {
    if (!userIds.length) return new Map();
    type Row = { id: string; recipient_user_id: string };
    const rows = await this.rows<Row>(VALID_OF_USERS, templateId, userIds);
    return new Map(rows.map(({ id, recipient_user_id }) => [recipient_user_id, id]));
  }

  async byRefs(templateId: string, refs: string[]): Promise<Map<string, string>> {
    if (!refs.length) return new Map();
    const rows = await this.rows<{ id: string; external_ref: string }>(BY_REFS, templateId, refs);
    return new Map(rows.map(({ id, external_ref }) => [external_ref, id]));
  }

  /** Returns the ids in the order of the rows. */
  async insertAll(rows: NewCertificateRow[], actorId: string): Promise<string[]> {
    const inserted = await this.rows<{ id: string; code: string }>(INSERT, JSON.stringify(rows));
    const byCode = new Map(inserted.map(({ id, code }) => [code, id]));
    const ids = rows.map(({ code }) => byCode.get(code) as string);
    await this.rows(ISSUED, ids, actorId);
    return ids;
  }

  async countVerification(id: string): Promise<void> {
    await this.update({ id }, { verified_count: plus(1), last_verified_at: NOW });
  }

  /** The stored files of a recipient, whose certificates are deleted with the account. */
  async pdfsOfRecipient(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(PDFS_OF_RECIPIENT, userId)).map(({ id }) => id);
  }

  revokedOf(ownerId: string): Promise<Pick<Certificate, 'id' | 'revoke_reason' | 'revoked_at'>[]> {
    return this.rows(REVOKED_OF, ownerId);
  }
}

@AppProvider()
export class RevisionRepository extends EntityRepository<Revision> {
  protected readonly entity = Revision;

  /** In the order in which they were made. A transaction that waits for another one is older than its row. */
  of(certificate_id: string): Promise<Revision[]> {
    return this.find({ certificate_id }, { order: { revision: 'ASC', id: 'ASC' } });
  }
}
