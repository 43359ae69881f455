import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AuditService } from '../audit/audit.service.js';
import type { SealKind } from '../entities/envelope.entity.js';
import { EnvelopeRows } from '../envelopes/envelope-rows.js';
import { NoticesService } from '../signing/notices.service.js';
import { SealedCopiesService, type StoredCopies } from './sealed-copies.service.js';
import { ALL_TRIES } from './tries.js';

/** The end of the sealing. */
@AppProvider()
export class CompletionService {
  constructor(
    private readonly rows: EnvelopeRows,
    private readonly copies: SealedCopiesService,
    private readonly notices: NoticesService,
    private readonly audit: AuditService,
  ) {}

  async complete(id: string, stored: StoredCopies, seal_kind: SealKind): Promise<void> {
    const envelope = await this.rows.envelopes.the({ id }, 'Envelope', { lock: 'no key update' });
    if (envelope.status !== 'sealing' || envelope.final_key !== null) return this.copies.release(stored);
    const document = await this.copies.file(envelope, stored);
    await this.audit.add(envelope, [{ event: 'sealed', data: { sha256: stored.sha256 } }]);
    await this.rows.signers.copied(id);
    const times = { completed_at: NOW, ended_at: NOW, updated_at: NOW } as const;
    const final = { final_key: stored.key, final_sha256: stored.sha256, final_document_id: document.id };
    await this.rows.envelopes.update({ id }, { ...times, ...final, status: 'completed', seal_kind });
    const { owner_id } = envelope;
    this.notices.tell(envelope, 'completed', [...(await this.rows.signers.of(id)), { user_id: owner_id }]);
  }

  /** All tries are used up. Tells the sender once. */
  async fail(id: string): Promise<void> {
    const last = { id, status: 'sealing', seal_attempts: ALL_TRIES } as const;
    const failed = await this.rows.envelopes.updateOne(last, { seal_attempts: ALL_TRIES + 1 });
    if (failed) this.notices.tellSender(failed, 'seal_failed');
  }
}
