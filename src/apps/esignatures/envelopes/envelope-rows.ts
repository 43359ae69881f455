import { AppProvider } from '../../kernel/app-provider.js';
import { AuditEventRepository } from '../audit/audit-event.repository.js';
import { SignerLinkRepository, SignerRepository } from '../signing/signer.repository.js';
import { EnvelopeRepository } from './envelope.repository.js';
import { EnvelopeDocumentRepository, FieldRepository } from './parts.repository.js';

/** The repositories of all that an envelope consists of. */
@AppProvider()
export class EnvelopeRows {
  constructor(
    readonly envelopes: EnvelopeRepository,
    readonly documents: EnvelopeDocumentRepository,
    readonly signers: SignerRepository,
    readonly links: SignerLinkRepository,
    readonly fields: FieldRepository,
    readonly events: AuditEventRepository,
  ) {}
}
