import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AuditService, type Cause, type NewEvent } from '../audit/audit.service.js';
import type { Envelope } from '../entities/envelope.entity.js';
import type { Signer } from '../entities/signer.entity.js';
import { SignerRepository } from '../signing/signer.repository.js';
import { ACTED, hasActed, isAsked } from '../signing/states.js';
import { LinksService } from '../signing/links.service.js';
import { NoticesService } from '../signing/notices.service.js';
import { DraftsService } from './drafts.service.js';
import type { CorrectionInput } from './envelope.inputs.js';
import type { LinkView } from './views.js';

interface Wish {
  corrections: CorrectionInput[];
  expires_in_days: number | undefined;
  hashes: Map<string, string>;
}

const KEYS = ['name', 'email', 'user_id', 'access_code'] as const;

/** Changes signers of an envelope that is sent, whom their former links no longer identify. */
@AppProvider()
export class CorrectionsService {
  constructor(
    private readonly signers: SignerRepository,
    private readonly drafts: DraftsService,
    private readonly links: LinksService,
    private readonly notices: NoticesService,
    private readonly audit: AuditService,
  ) {}

  /** Returns the new links. */
  async make(envelope: Envelope, { corrections, expires_in_days, hashes }: Wish, cause: Cause): Promise<LinkView[]> {
    const events: NewEvent[] = [];
    if (expires_in_days !== undefined) events.push({ event: 'corrected', data: { expires_in_days } });
    const signers = new Map((await this.signers.of(envelope.id)).map((signer) => [signer.id, signer]));
    const corrected = corrections.map((correction) => {
      const signer = signers.get(correction.signer_id);
      if (!signer) throw notFound('Signer');
      if (hasActed(signer)) throw new Refusal(409, ACTED);
      const changed = withCorrection(signer, correction, hashes);
      signers.set(signer.id, changed);
      events.push({
        event: 'corrected',
        signer_id: signer.id,
        data: { changed: KEYS.filter((key) => key in correction) },
      });
      return changed;
    });
    if (corrected.length) {
      await this.drafts.checkSigners([...signers.values()]);
      await this.signers.correct(envelope.id, corrected);
      await this.links.revoke(corrected.map(({ id }) => id));
    }
    await this.audit.add(envelope, events, cause);
    await this.notices.ask(envelope, corrected.filter(isAsked));
    return this.links.issue(envelope, corrected, cause);
  }
}

function withCorrection(signer: Signer, correction: CorrectionInput, hashes: Map<string, string>): Signer {
  const { name = signer.name, email, user_id, access_code } = correction;
  const changed = { ...signer, name, status: signer.status === 'viewed' ? ('ready' as const) : signer.status };
  // A signer by account has no link, and a signer named by an e-mail has no account.
  if (user_id !== undefined) Object.assign(changed, { user_id, email: null, auth: 'account' });
  else if (email !== undefined) Object.assign(changed, { email, user_id: null, auth: 'link' });
  if (access_code !== undefined) changed.access_code_hash = hashes.get(access_code) as string;
  return changed;
}
