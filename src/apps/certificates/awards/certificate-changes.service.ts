import { FilesService } from '../../../files/files.service.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Certificate, Revision } from '../entities/certificate.entity.js';
import { RenderCertificateJob } from '../jobs/render-certificate.job.js';
import { stateOf } from './certificate.views.js';
import { CertificateRepository, RevisionRepository } from './certificate.repository.js';

export const REVOKED = 'Certificate is revoked';
export const HAS_VALID = 'Recipient already has a valid certificate';

export function expectNotRevoked({ status }: Certificate): void {
  if (status === 'revoked') throw new Refusal(409, REVOKED);
}

type Recorded = Pick<Revision, 'event' | 'actor_user_id'> & { reason?: string };

/** Changes of certificates, each with a revision that says who changed what. */
@AppProvider()
export class CertificateChangesService {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly revisions: RevisionRepository,
    private readonly files: FilesService,
    private readonly jobs: JobsService,
    private readonly renderCertificate: RenderCertificateJob,
  ) {}

  /** Locks the template, and then the certificate. */
  async lock({ id, template_id }: Pick<Certificate, 'id' | 'template_id'>): Promise<Certificate> {
    await this.certificates.lockTemplate(template_id);
    const locked = await this.certificates.findOne({ id }, { lock: 'no key update' });
    // The recipient may have deleted the account.
    if (!locked) throw notFound('Certificate');
    return locked;
  }

  /** Refuses what would give the recipient a second valid certificate; the template is locked. */
  async expectOnlyValid(certificate: Certificate, recipientId: string | null): Promise<void> {
    if (!recipientId || stateOf({ ...certificate, status: 'active' }) !== 'valid') return;
    const valid = await this.certificates.validOf(certificate.template_id, [recipientId]);
    if (valid.has(recipientId) && valid.get(recipientId) !== certificate.id) throw new Refusal(409, HAS_VALID);
  }

  async change(before: Certificate, changes: Values<Certificate>, recorded: Recorded): Promise<Certificate> {
    const after = (await this.certificates.updateOne(
      { id: before.id },
      { ...changes, updated_at: NOW },
    )) as Certificate;
    await this.revisions.insert({
      ...recorded,
      certificate_id: before.id,
      owner_id: before.owner_id,
      revision: after.revision,
      ...difference(before, after),
    });
    return after;
  }

  /** The PDF that no longer shows the certificate goes, and another one is made. */
  async renewPdf({ id, pdf_key }: Certificate): Promise<void> {
    if (pdf_key !== null) await this.files.release([pdf_key]);
    await this.jobs.enqueue(this.renderCertificate, { ids: [id] });
  }
}

/** What both sides can be told of. Secrets and counters are no part of a revision. */
const RECORDED = [
  'recipient_name',
  'recipient_email',
  'recipient_user_id',
  'custom_values',
  'issued_on',
  'expires_on',
  'template_version_id',
  'status',
  'visibility',
  'content_hash',
] as const;

function difference(before: Certificate, after: Certificate) {
  const changed = RECORDED.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const only = (row: Certificate) => Object.fromEntries(changed.map((key) => [key, row[key]]));
  return { before: only(before), after: only(after) };
}
