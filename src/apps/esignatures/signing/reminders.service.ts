import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AuditService, type Cause } from '../audit/audit.service.js';
import type { Envelope } from '../entities/envelope.entity.js';
import type { LinkView } from '../envelopes/views.js';
import { LinksService } from './links.service.js';
import { NoticesService } from './notices.service.js';
import { SignerRepository } from './signer.repository.js';
import { isAsked } from './states.js';

/** Reminders that the sender asks for. */
@AppProvider()
export class RemindersService {
  constructor(
    private readonly signers: SignerRepository,
    private readonly links: LinksService,
    private readonly notices: NoticesService,
    private readonly audit: AuditService,
  ) {}

  /** Those whose turn it is, or the named ones among them. Who signs by link gets a further one. */
  async remind(
    envelope: Envelope,
    ids: string[] | undefined,
    cause: Cause,
  ): Promise<{ links: LinkView[]; reminded: string[] }> {
    const all = await this.signers.of(envelope.id);
    const known = new Set(all.map(({ id }) => id));
    if (ids?.some((id) => !known.has(id))) throw notFound('Signer');
    const named = all.filter((signer) => isAsked(signer) && (!ids || ids.includes(signer.id)));
    const reminded = await this.signers.remind(envelope.id, ids ?? null);
    if (named.length && !reminded.length) throw new Refusal(409, 'Reminder sent recently');
    await this.audit.add(
      envelope,
      reminded.map(({ id }) => ({ event: 'reminded', signer_id: id })),
      cause,
    );
    this.notices.tell(envelope, 'reminder', reminded);
    return { links: await this.links.issue(envelope, reminded, cause), reminded: reminded.map(({ id }) => id) };
  }
}
