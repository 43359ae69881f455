import { AppProvider } from '../../kernel/app-provider.js';
import { AuditService, type Cause } from '../audit/audit.service.js';
import type { Envelope } from '../entities/envelope.entity.js';
import type { Signer } from '../entities/signer.entity.js';
import { AddressesService } from '../envelopes/addresses.service.js';
import type { LinkView } from '../envelopes/views.js';
import { SignerLinkRepository } from './signer.repository.js';

/** Links of signers without an account, which the sender hands over. */
@AppProvider()
export class LinksService {
  constructor(
    private readonly links: SignerLinkRepository,
    private readonly addresses: AddressesService,
    private readonly audit: AuditService,
  ) {}

  /** A further link for each who signs by link. */
  async issue(envelope: Envelope, signers: Signer[], cause: Cause): Promise<LinkView[]> {
    const ids = signers.filter(({ auth }) => auth === 'link').map(({ id }) => id);
    const tokens = await this.links.issueAll(ids);
    const data = { handed_over_by: 'sender' };
    await this.audit.add(
      envelope,
      ids.map((signer_id) => ({ event: 'link_issued', signer_id, data })),
      cause,
    );
    return [...tokens].map(([signer_id, token]) => ({ signer_id, url: this.addresses.sign(token) }));
  }

  revoke(signerIds: string[]): Promise<void> {
    return this.links.revokeAll(signerIds);
  }
}
