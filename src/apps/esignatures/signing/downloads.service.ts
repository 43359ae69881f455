import { AppProvider } from '../../kernel/app-provider.js';
import { AuditEventRepository } from '../audit/audit-event.repository.js';
import { AuditService, type Cause } from '../audit/audit.service.js';
import type { Envelope } from '../entities/envelope.entity.js';
import type { Signer } from '../entities/signer.entity.js';
import { OriginalsService } from '../envelopes/originals.service.js';

/** Hands out the result, and notes the first time that each signer gets it. */
@AppProvider()
export class DownloadsService {
  constructor(
    private readonly originals: OriginalsService,
    private readonly events: AuditEventRepository,
    private readonly audit: AuditService,
  ) {}

  /** Null before the envelope is completed. The envelope is locked. */
  async final(envelope: Envelope, signer: Signer, cause: Cause): Promise<string | null> {
    const url = this.originals.final(envelope);
    const event = 'downloaded';
    if (url !== null && !(await this.events.exists({ envelope_id: envelope.id, event, signer_id: signer.id })))
      await this.audit.add(envelope, [{ event, signer_id: signer.id }], cause);
    return url;
  }
}
