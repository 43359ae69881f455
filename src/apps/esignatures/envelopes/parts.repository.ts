import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { EnvelopeDocument } from '../entities/envelope.entity.js';
import { Field } from '../entities/signer.entity.js';

const FREEZE = sql(
  'esignatures_freeze',
  `UPDATE ext_esignatures.envelope_documents d
   SET version_id = n.version_id, sha256 = n.sha256, page_count = n.page_count, page_sizes = n.page_sizes, name = n.name
   FROM jsonb_to_recordset($2::jsonb) AS n (id uuid, version_id uuid, sha256 text, page_count int, page_sizes jsonb, name text)
   WHERE d.envelope_id = $1 AND d.id = n.id`,
);
const FILL = sql(
  'esignatures_fill',
  `UPDATE ext_esignatures.fields f SET value = n.value FROM unnest($2::uuid[], $3::text[]) AS n (id, value)
   WHERE f.signer_id = $1 AND f.id = n.id`,
);
/** Documents, signers and fields at once: a draft is written anew as a whole. */
const WRITE = sql(
  'esignatures_write_draft',
  `WITH document AS (
     INSERT INTO ext_esignatures.envelope_documents (id, envelope_id, position, document_id, name)
     SELECT id, $1, position, document_id, name
     FROM jsonb_to_recordset($2::jsonb) AS n (id uuid, position int, document_id uuid, name text)
   ), signer AS (
     INSERT INTO ext_esignatures.signers (id, envelope_id, name, user_id, email, role, position, auth, access_code_hash)
     SELECT id, $1, name, user_id, email, role, position, CASE WHEN user_id IS NULL THEN 'link' ELSE 'account' END,
       access_code_hash
     FROM jsonb_to_recordset($3::jsonb)
       AS n (id uuid, name text, user_id uuid, email text, role text, position int, access_code_hash text)
   )
   INSERT INTO ext_esignatures.fields (id, envelope_id, envelope_document_id, signer_id, type, page, x, y, width, height,
     required, label, max_length)
   SELECT id, $1, envelope_document_id, signer_id, type, page, x, y, width, height, required, label, max_length
   FROM jsonb_to_recordset($4::jsonb) AS n (id uuid, envelope_document_id uuid, signer_id uuid, type text, page int, x numeric,
     y numeric, width numeric, height numeric, required boolean, label text, max_length int)`,
);
/** The documents take the fields with them, in both ways. */
const CLEAR_DOCUMENTS = sql(
  'esignatures_clear_documents',
  'DELETE FROM ext_esignatures.envelope_documents WHERE envelope_id = $1',
);
const CLEAR_SIGNERS = sql('esignatures_clear_signers', 'DELETE FROM ext_esignatures.signers WHERE envelope_id = $1');

export type FrozenDocument = Required<
  Pick<EnvelopeDocument, 'id' | 'version_id' | 'sha256' | 'page_count' | 'page_sizes' | 'name'>
>;

@AppProvider()
export class EnvelopeDocumentRepository extends EntityRepository<EnvelopeDocument> {
  protected readonly entity = EnvelopeDocument;

  of(envelopeId: string): Promise<EnvelopeDocument[]> {
    return this.find({ envelope_id: envelopeId }, { order: { position: 'ASC' } });
  }

  async freeze(envelopeId: string, documents: FrozenDocument[]): Promise<void> {
    await this.count(FREEZE, envelopeId, JSON.stringify(documents));
  }

  async clear(envelopeId: string): Promise<void> {
    await this.count(CLEAR_DOCUMENTS, envelopeId);
    await this.count(CLEAR_SIGNERS, envelopeId);
  }

  async write(envelopeId: string, parts: { documents: object[]; signers: object[]; fields: object[] }): Promise<void> {
    const { documents, signers, fields } = parts;
    await this.count(WRITE, envelopeId, ...[documents, signers, fields].map((rows) => JSON.stringify(rows)));
  }
}

@AppProvider()
export class FieldRepository extends EntityRepository<Field> {
  protected readonly entity = Field;

  of(envelopeId: string): Promise<Field[]> {
    return this.find({ envelope_id: envelopeId }, { order: { id: 'ASC' } });
  }

  async fill(signerId: string, values: Map<string, string>): Promise<void> {
    if (values.size) await this.count(FILL, signerId, [...values.keys()], [...values.values()]);
  }
}
