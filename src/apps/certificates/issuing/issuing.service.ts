import { JobsService } from '../../../jobs/jobs.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { drawToken } from '../../kernel/secrets/secret-links.js';
import { CertificateRepository, type NewCertificateRow } from '../awards/certificate.repository.js';
import { stateOf } from '../awards/certificate.views.js';
import { drawCode } from '../awards/code.js';
import { NoticesService } from '../awards/notices.service.js';
import { contentHash } from '../drawing/content-hash.js';
import type { Visibility } from '../entities/certificate.entity.js';
import type { TemplateVersion } from '../entities/template.entity.js';
import { RenderCertificateJob } from '../jobs/render-certificate.job.js';
import type { CheckedRecipient } from './recipients.service.js';

/** Certificates of one job, which takes a second or two. */
const DRAWN_AT_ONCE = 25;

export interface Issuing {
  version: TemplateVersion;
  recipients: CheckedRecipient[];
  actorId: string;
  visibility: Visibility;
  /** Whether recipients with an account are told. */
  notify: boolean;
}

export interface IssuedIds {
  /** In the order of the rows; the token is null for a recipient with an account. */
  issued: { id: string; token: string | null }[];
  /** Of rows that are not issued again, each once. */
  existing: string[];
}

/** The token itself is not stored. */
interface Draft {
  row: NewCertificateRow;
  token: string | null;
}

/** Issues certificates, in a transaction that holds the lock of the template. */
@AppProvider()
export class IssuingService {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly notices: NoticesService,
    private readonly jobs: JobsService,
    private readonly renderCertificate: RenderCertificateJob,
  ) {}

  async issue(issuing: Issuing): Promise<IssuedIds> {
    const { version, recipients, actorId, notify } = issuing;
    const refs = recipients.flatMap(({ external_ref }) => external_ref ?? []);
    const users = recipients.flatMap(({ user_id }) => user_id ?? []);
    const byRef = await this.certificates.byRefs(version.template_id, refs);
    const byUser = await this.certificates.validOf(version.template_id, users);
    const { drafts, existing } = draftsOf(issuing, byRef, byUser);
    if (!drafts.length) return { issued: [], existing: [...existing] };
    const rows = drafts.map(({ row }) => row);
    const ids = await this.certificates.insertAll(rows, actorId);
    for (let from = 0; from < ids.length; from += DRAWN_AT_ONCE)
      await this.jobs.enqueue(this.renderCertificate, { ids: ids.slice(from, from + DRAWN_AT_ONCE) });
    if (notify) this.tell(version, rows, ids);
    const codes = new Map(rows.map(({ code }, at) => [code, ids[at] as string]));
    return {
      issued: drafts.map(({ token }, at) => ({ id: ids[at] as string, token })),
      // A row of this call that another one repeats is known by its code.
      existing: [...existing].map((known) => codes.get(known) ?? known),
    };
  }

  private tell({ title, issuer_name }: TemplateVersion, rows: NewCertificateRow[], ids: string[]): void {
    for (const [at, row] of rows.entries())
      this.notices.tellRecipient('issued', { ...row, id: ids[at] as string, title, issuer_name });
  }
}

/** `existing`: ids, and codes of rows of the same call. */
function draftsOf(
  { version, recipients, visibility }: Issuing,
  byRef: Map<string, string>,
  byUser: Map<string, string>,
): { drafts: Draft[]; existing: Set<string> } {
  const drafts: Draft[] = [];
  const existing = new Set<string>();
  for (const recipient of recipients) {
    const { external_ref, user_id } = recipient;
    const known = (external_ref && byRef.get(external_ref)) || (user_id && byUser.get(user_id));
    if (known) {
      existing.add(known);
      continue;
    }
    const draft = draftOf(version, recipient, visibility);
    const { row } = draft;
    drafts.push(draft);
    if (external_ref) byRef.set(external_ref, row.code);
    // One that has ended does not stand in the way of the next row.
    if (user_id && stateOf({ status: 'active', ...row }) === 'valid') byUser.set(user_id, row.code);
  }
  return { drafts, existing };
}

function draftOf(version: TemplateVersion, recipient: CheckedRecipient, visibility: Visibility): Draft {
  const { user_id, email, external_ref, ...award } = recipient;
  const code = drawCode();
  const { token, token_hash } = user_id ? { token: null, token_hash: null } : drawToken();
  const row = {
    ...award,
    owner_id: version.owner_id,
    template_id: version.template_id,
    template_version_id: version.id,
    code,
    recipient_user_id: user_id,
    recipient_email: email,
    visibility,
    claim_hash: token_hash,
    external_ref,
    content_hash: contentHash(version, { ...award, code, revision: 1 }),
  };
  return { row, token };
}
