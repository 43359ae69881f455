import { AppProvider } from '../../kernel/app-provider.js';
import { AuditService, type Cause } from '../audit/audit.service.js';
import type { Envelope } from '../entities/envelope.entity.js';
import type { Signer } from '../entities/signer.entity.js';
import { EnvelopeRepository } from '../envelopes/envelope.repository.js';
import { NoticesService } from './notices.service.js';
import { SignerRepository } from './signer.repository.js';
import { ended } from './states.js';

interface Manner {
  cause?: Cause;
  /** Who has declined. */
  signer?: Signer;
  /** False: the sender is gone. */
  tellSender?: boolean;
}

/** Ends envelopes without a result. The caller holds the lock on the envelope. */
@AppProvider()
export class EndingService {
  constructor(
    private readonly envelopes: EnvelopeRepository,
    private readonly signers: SignerRepository,
    private readonly notices: NoticesService,
    private readonly audit: AuditService,
  ) {}

  async end(
    envelope: Envelope,
    status: 'declined' | 'voided' | 'expired',
    reason: string | null,
    { cause, signer, tellSender = status !== 'voided' }: Manner = {},
  ): Promise<Envelope> {
    await this.audit.add(
      envelope,
      [{ event: status, signer_id: signer?.id, data: reason === null ? {} : { reason } }],
      cause,
    );
    const actor = cause?.caller?.id;
    const asked = (await this.signers.of(envelope.id)).filter(({ ready_at, id }) => ready_at && id !== signer?.id);
    this.notices.tell(envelope, status, asked, actor);
    if (tellSender) this.notices.tellSender(envelope, status, signer, actor);
    return (await this.envelopes.updateOne({ id: envelope.id }, ended(status, reason))) as Envelope;
  }
}
