import { answerWith } from '../../../platform/http/answers.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Chars } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { hashOfToken } from '../../kernel/secrets/secret-links.js';
import {
  CertificateChangesService,
  expectNotRevoked,
  HAS_VALID,
  REVOKED,
} from '../awards/certificate-changes.service.js';
import { CertificateRepository } from '../awards/certificate.repository.js';
import { CertificateView } from '../awards/certificate.views.js';
import { CertificatesReadService } from '../awards/certificates-read.service.js';
import { NoticesService } from '../awards/notices.service.js';

class Input {
  @Chars(1, 200) claim_token!: string;
}

class Result extends answerWith('certificate', () => CertificateView) {}

@Action('claim-certificate', {
  access: 'authenticated',
  changes: true,
  about: 'certificate',
  description: 'Makes the caller the recipient of a certificate that was issued without an account. A link works once.',
  input: Input,
  result: Result,
  refuses: { 404: ['Claim not found'], 409: [REVOKED, HAS_VALID] },
})
export class ClaimCertificate {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly changes: CertificateChangesService,
    private readonly notices: NoticesService,
    private readonly read: CertificatesReadService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const claim_hash = hashOfToken(input.claim_token);
    const found = await this.certificates.the({ claim_hash }, 'Claim');
    const certificate = await this.changes.lock(found);
    // The link may have been used or replaced in the meantime.
    if (certificate.claim_hash !== claim_hash) throw notFound('Claim');
    expectNotRevoked(certificate);
    await this.changes.expectOnlyValid(certificate, caller.id);
    const bound = { recipient_user_id: caller.id, claim_hash: null, claimed_at: NOW };
    await this.changes.change(certificate, bound, { event: 'claimed', actor_user_id: caller.id });
    const shown = await this.certificates.shownOne(certificate.id);
    this.notices.tellIssuer(shown);
    return { certificate: this.read.present(shown, caller) };
  }
}
