import { AppProvider } from '../../kernel/app-provider.js';
import type { ProvenCertificate } from '../awards/certificate.repository.js';
import { AddressesService } from '../drawing/addresses.service.js';
import { BadgesService } from './badges.service.js';
import { proofOf } from './proof.js';
import { type Look, VerificationService } from './verification.service.js';
import type { Verification } from './verification.views.js';

export interface Proof {
  certificate: ProvenCertificate;
  verification: Verification;
}

/** The answer to who asks whether a certificate is real. */
@AppProvider()
export class ProofsService {
  constructor(
    private readonly verifications: VerificationService,
    private readonly addresses: AddressesService,
    private readonly badges: BadgesService,
  ) {}

  /** Undefined: there is no such certificate. Outside of transactions. */
  async look(code: string, look: Look): Promise<Proof | undefined> {
    const certificate = await this.verifications.find(code, look.visitor);
    if (!certificate) return undefined;
    await this.verifications.count(certificate, look);
    const pdf_url = this.addresses.of(`${certificate.code}/certificate.pdf`);
    const verification = proofOf(certificate, { pdf_url, badge_url: this.badges.addressOf(certificate) });
    return { certificate, verification };
  }
}
