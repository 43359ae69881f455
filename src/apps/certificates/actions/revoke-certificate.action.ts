import { IsBoolean } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
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
import { type Certificate, CERTIFICATE } from '../entities/certificate.entity.js';

const NOT_REVOKED = 'Certificate is not revoked';

class Input {
  @Uuid() certificate_id!: string;
  /** Shown publicly while the certificate is revoked. */
  @Written(1, 300) reason!: string;
  /** True: undoes the revocation. */
  @Optional() @IsBoolean() reinstate?: boolean;
}

class Result extends answerWith('certificate', () => CertificateView) {}

@Action('revoke-certificate', {
  access: 'owner',
  target: { ...CERTIFICATE, lock: false },
  changes: true,
  why: 'reason',
  description: 'Revokes a certificate, or undoes that. Its proof says so and why; it is never deleted.',
  input: Input,
  result: Result,
  refuses: { 409: [REVOKED, NOT_REVOKED, HAS_VALID] },
})
export class RevokeCertificate {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly changes: CertificateChangesService,
    private readonly notices: NoticesService,
    private readonly read: CertificatesReadService,
  ) {}

  async run({ input, caller, target }: Call<Input, Certificate>): Promise<Result> {
    const { reason, reinstate = false } = input;
    const certificate = await this.changes.lock(target);
    const actor_user_id = caller.id;
    if (reinstate) {
      if (certificate.status !== 'revoked') throw new Refusal(409, NOT_REVOKED);
      await this.changes.expectOnlyValid(certificate, certificate.recipient_user_id);
      // The link of an unclaimed certificate died with the revocation; the issuer makes another one.
      const active = { status: 'active', revoked_at: null, revoke_reason: null, claim_hash: null } as const;
      await this.changes.change(certificate, active, { event: 'reinstated', actor_user_id, reason });
    } else {
      expectNotRevoked(certificate);
      const revoked = { status: 'revoked', revoked_at: NOW, revoke_reason: reason } as const;
      await this.changes.change(certificate, revoked, { event: 'revoked', actor_user_id, reason });
    }
    const shown = await this.certificates.shownOne(certificate.id);
    this.notices.tellRecipient(reinstate ? 'reinstated' : 'revoked', shown, reason);
    return { certificate: this.read.present(shown, caller) };
  }
}
