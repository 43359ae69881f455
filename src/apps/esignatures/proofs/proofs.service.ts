import { AppProvider } from '../../kernel/app-provider.js';
import { AuditEventRepository } from '../audit/audit-event.repository.js';
import { isChain } from '../audit/chain.js';
import { EnvelopeRepository } from '../envelopes/envelope.repository.js';
import { SignerRepository } from '../signing/signer.repository.js';

/** What anyone may know of a completed envelope. */
@AppProvider()
export class ProofsService {
  constructor(
    private readonly envelopes: EnvelopeRepository,
    private readonly signers: SignerRepository,
    private readonly events: AuditEventRepository,
  ) {}

  async of(where: { public_code: string } | { final_sha256: string }) {
    const envelope = await this.envelopes.findOne({ ...where, status: 'completed' });
    if (!envelope) return undefined;
    const { id, title, status, completed_at, final_sha256, seal_kind, audit_head } = envelope;
    const [signers, events] = await Promise.all([this.signers.of(id), this.events.of(id)]);
    const acted = signers.filter(({ role }) => role !== 'copy');
    return {
      title,
      status,
      completed_at,
      final_sha256,
      seal_kind,
      signers: acted.map(({ name, acted_at }) => ({ name, acted_at })),
      audit_head,
      audit_valid: isChain(events, audit_head),
    };
  }
}
