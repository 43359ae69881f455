import { IsBoolean, IsString } from 'class-validator';
import {
  Day,
  Email,
  IsPlainObject,
  Nested,
  Nullable,
  Optional,
  Uuid,
  Words,
  Written,
} from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { drawToken } from '../../kernel/secrets/secret-links.js';
import { NOT_UPLOADED, NOT_VALID } from '../assets/assets.service.js';
import {
  CertificateChangesService,
  expectNotRevoked,
  HAS_VALID,
  REVOKED,
} from '../awards/certificate-changes.service.js';
import { CertificateRepository } from '../awards/certificate.repository.js';
import { CertificateView } from '../awards/certificate.views.js';
import { CertificatesReadService } from '../awards/certificates-read.service.js';
import { CorrectionsService } from '../awards/corrections.service.js';
import { NoticesService } from '../awards/notices.service.js';
import { type Certificate, CERTIFICATE } from '../entities/certificate.entity.js';

const CLAIMED = 'Certificate is already claimed';

class Input {
  @Uuid() certificate_id!: string;
  @Optional() @Words(120) name?: string;
  /** As long as nobody has claimed the certificate. */
  @Optional() @Nullable() @Email() email?: string | null;
  /** Those that change; null removes one. */
  @Optional() @IsPlainObject() values?: object;
  @Optional() @Day() issued_on?: string;
  /** Null: it never ends. */
  @Optional() @Nullable() @Day() expires_on?: string | null;
  /** True: it is printed from the newest version of its template. */
  @Optional() @IsBoolean() use_latest_template?: boolean;
  /** True: another claim link in place of the one before. */
  @Optional() @IsBoolean() new_claim?: boolean;
  @Written(1, 300) reason!: string;
}

class Result {
  @Nested(() => CertificateView) certificate!: CertificateView;
  @Nullable() @IsString() claim_url!: string | null;
}

@Action('update-certificate', {
  access: 'owner',
  target: { ...CERTIFICATE, lock: false },
  changes: true,
  why: 'reason',
  description: 'Corrects a certificate: it keeps its code, and what it said before is kept in its revisions.',
  input: Input,
  result: Result,
  refuses: { 400: [NOT_VALID], 409: [REVOKED, CLAIMED, HAS_VALID, NOT_UPLOADED] },
})
export class UpdateCertificate {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly changes: CertificateChangesService,
    private readonly corrections: CorrectionsService,
    private readonly notices: NoticesService,
    private readonly read: CertificatesReadService,
  ) {}

  async prepare({ input, target }: Preparation<Input, Certificate>): Promise<void> {
    if (isCorrection(input)) await this.corrections.expectPrintable(target, input);
  }

  async run({ input, caller, target }: Call<Input, Certificate>): Promise<Result> {
    const certificate = await this.changes.lock(target);
    expectNotRevoked(certificate);
    const isForClaim = input.new_claim === true || input.email !== undefined;
    if (isForClaim && certificate.recipient_user_id !== null) throw new Refusal(409, CLAIMED);
    const claim = input.new_claim ? drawToken() : undefined;
    if (claim) await this.certificates.update({ id: certificate.id }, { claim_hash: claim.token_hash });
    if (isCorrection(input)) await this.correct(certificate, input, caller.id);
    const shown = await this.certificates.shownOne(certificate.id);
    if (isCorrection(input)) this.notices.tellRecipient('corrected', shown, input.reason);
    return { certificate: this.read.present(shown, caller), claim_url: this.read.claimUrl(claim?.token ?? null) };
  }

  private async correct(certificate: Certificate, input: Input, actor_user_id: string): Promise<void> {
    const { email: recipient_email, reason } = input;
    const corrected = await this.corrections.of(certificate, input);
    const isMoved = corrected.expires_on !== certificate.expires_on;
    if (isMoved) await this.changes.expectOnlyValid({ ...certificate, ...corrected }, certificate.recipient_user_id);
    const values = { ...corrected, recipient_email, pdf_key: null, ...(isMoved && { expiry_noticed_at: null }) };
    await this.changes.change(certificate, values, { event: 'corrected', actor_user_id, reason });
    await this.changes.renewPdf(certificate);
  }
}

/** A new claim link alone changes nothing that the certificate says. */
const isCorrection = ({ name, email, values, issued_on, expires_on, use_latest_template }: Input) =>
  [name, email, values, issued_on, expires_on, use_latest_template || undefined].some((value) => value !== undefined);
