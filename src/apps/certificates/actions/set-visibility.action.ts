import { IsIn } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { forbidden, notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { CertificateChangesService } from '../awards/certificate-changes.service.js';
import { CertificateRepository } from '../awards/certificate.repository.js';
import { CertificateView } from '../awards/certificate.views.js';
import { CertificatesReadService } from '../awards/certificates-read.service.js';
import { type Visibility, VISIBILITIES } from '../entities/certificate.entity.js';

class Input {
  @Uuid() certificate_id!: string;
  @IsIn(VISIBILITIES) visibility!: Visibility;
}

class Result extends answerWith('certificate', () => CertificateView) {}

@Action('set-visibility', {
  access: 'authenticated',
  changes: true,
  about: 'certificate',
  description: 'Who may see a certificate: its recipient decides, and its issuer as long as nobody has claimed it.',
  input: Input,
  result: Result,
  refuses: { 403: ['Forbidden'], 404: ['Certificate not found'] },
})
export class SetVisibility {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly changes: CertificateChangesService,
    private readonly read: CertificatesReadService,
  ) {}

  async run({ input: { certificate_id: id, visibility }, caller }: Call<Input>): Promise<Result> {
    const certificate = await this.certificates.the({ id }, 'Certificate', { lock: 'no key update' });
    const isRecipient = certificate.recipient_user_id === caller.id;
    const isIssuer = certificate.owner_id === caller.id;
    const may = isRecipient || (isIssuer && certificate.recipient_user_id === null) || allowedBySiteRole(caller);
    if (!may) throw isIssuer ? forbidden() : notFound('Certificate');
    if (certificate.visibility !== visibility)
      await this.changes.change(certificate, { visibility }, { event: 'visibility', actor_user_id: caller.id });
    return { certificate: await this.read.one(id, caller) };
  }
}
