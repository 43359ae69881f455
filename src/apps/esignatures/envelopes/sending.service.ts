import { randomBytes } from 'node:crypto';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal, unavailable } from '../../../platform/http/refusal.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AuditService, type Cause } from '../audit/audit.service.js';
import { hashOf } from '../audit/chain.js';
import type { Envelope, EnvelopeDocument } from '../entities/envelope.entity.js';
import type { Field } from '../entities/signer.entity.js';
import { EsignaturesSettings } from '../esignatures.settings.js';
import { LinksService } from '../signing/links.service.js';
import { NoticesService } from '../signing/notices.service.js';
import { daysFromNow } from '../signing/states.js';
import { EnvelopeRows } from './envelope-rows.js';
import { HOLDER, type Inspected } from './inspection.service.js';
import type { LinkView } from './views.js';

/** Freezes a draft, and asks the first signers. */
@AppProvider()
export class SendingService {
  constructor(
    private readonly rows: EnvelopeRows,
    private readonly shared: AppDocumentsService,
    private readonly settings: AppSettings,
    private readonly links: LinksService,
    private readonly notices: NoticesService,
    private readonly audit: AuditService,
  ) {}

  /** Returns the links of those who sign by link. */
  async send(draft: Envelope, inspected: Inspected, cause: Cause): Promise<{ envelope: Envelope; links: LinkView[] }> {
    const envelope = await this.freeze(draft, inspected);
    await this.audit.add(envelope, [{ event: 'sent', data: { content_hash: envelope.content_hash } }], cause);
    const links = await this.links.issue(envelope, await this.rows.signers.of(envelope.id), cause);
    await this.notices.ask(envelope, await this.rows.signers.advance(envelope.id));
    return { envelope, links };
  }

  private async freeze(draft: Envelope, inspected: Inspected): Promise<Envelope> {
    const documents = await this.rows.documents.of(draft.id);
    const frozen = documents.map((document) => {
      const read = inspected.get(document.document_id);
      // The draft was changed while its documents were read.
      if (!read) throw unavailable();
      return { ...document, ...read };
    });
    const fields = await this.rows.fields.of(draft.id);
    const pages = new Map(frozen.map(({ id, page_count }) => [id, page_count as number]));
    if (fields.some(({ envelope_document_id, page }) => page > (pages.get(envelope_document_id) ?? 0)))
      throw new Refusal(400, 'Field lies outside the document');
    const signers = await this.rows.signers.of(draft.id);
    await this.rows.documents.freeze(draft.id, frozen);
    await this.hold(draft.id, frozen);
    const settings = await this.settings.of(EsignaturesSettings, draft.owner_id);
    return (await this.rows.envelopes.updateOne(
      { id: draft.id },
      {
        status: 'sent',
        sent_at: NOW,
        expires_at: daysFromNow(draft.expires_in_days ?? settings.expires_in_days),
        consent_text: settings.consent_text,
        content_hash: hashOf({
          documents: frozen.map(({ id, name, sha256, page_count }) => ({ id, name, sha256, page_count })),
          signers: signers.map(({ id }) => id),
          fields: fields.map(frozenField),
        }),
        public_code: randomBytes(16).toString('base64url'),
        updated_at: NOW,
      },
    )) as Envelope;
  }

  /** In the order of their ids, so that two envelopes do not wait for each other. */
  private async hold(envelopeId: string, documents: EnvelopeDocument[]): Promise<void> {
    for (const { document_id, version_id } of documents.toSorted((a, b) => (a.document_id < b.document_id ? -1 : 1)))
      await this.shared.service.addHold({
        document_id,
        version_id: version_id as string,
        app_slug: HOLDER,
        reference_id: envelopeId,
      });
  }
}

const frozenField = ({ id, envelope_document_id, signer_id, type, page, x, y, width, height, ...more }: Field) => {
  const { required, label, max_length } = more;
  return { id, envelope_document_id, signer_id, type, page, x, y, width, height, required, label, max_length };
};
