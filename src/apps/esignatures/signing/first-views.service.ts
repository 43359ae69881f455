import { NOW } from '../../../platform/database/entity.repository.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { agentOf, AuditService, type Cause } from '../audit/audit.service.js';
import type { Envelope } from '../entities/envelope.entity.js';
import type { Signer } from '../entities/signer.entity.js';
import { EsignaturesSettings } from '../esignatures.settings.js';
import { NoticesService } from './notices.service.js';
import { SignerRepository } from './signer.repository.js';

/** Notes when a signer opens the envelope for the first time. */
@AppProvider()
export class FirstViewsService {
  constructor(
    private readonly signers: SignerRepository,
    private readonly notices: NoticesService,
    private readonly audit: AuditService,
    private readonly settings: AppSettings,
  ) {}

  async note(envelope: Envelope, { id }: Signer, { caller, visitor }: Required<Pick<Cause, 'visitor'>> & Cause) {
    const who = { ip: visitor.address, user_agent: agentOf(visitor) };
    const seen = { status: 'viewed', viewed_at: NOW, updated_at: NOW, ...who } as const;
    const signer = (await this.signers.updateOne({ id }, seen)) as Signer;
    await this.audit.add(envelope, [{ event: 'viewed', signer_id: id }], { caller, visitor });
    const { notify_on_view } = await this.settings.of(EsignaturesSettings, envelope.owner_id);
    if (notify_on_view) this.notices.tellSender(envelope, 'viewed', signer, caller?.id);
    return signer;
  }
}
