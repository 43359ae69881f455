import { IsString } from 'class-validator';
import { notFound } from '../../../platform/http/refusal.js';
import { ListOf, Nested, Nullable, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { present } from '../../kernel/rows/view.js';
import { CertificateRepository, RevisionRepository } from '../awards/certificate.repository.js';
import { CertificateView, RevisionView } from '../awards/certificate.views.js';
import { CertificatesReadService } from '../awards/certificates-read.service.js';
import { AddressesService } from '../drawing/addresses.service.js';
import { BadgesService } from '../proofs/badges.service.js';
import { profileAddress } from '../proofs/share.js';
import { TemplateRepository } from '../templates/template.repository.js';
import { TemplateView } from '../templates/template.views.js';

class Input {
  @Uuid() certificate_id!: string;
}

class Share {
  /** Adds the certificate to a professional profile. */
  @IsString() profile_url!: string;
}

class Result {
  @Nested(() => CertificateView) certificate!: CertificateView;
  /** As it is now; the certificate may be printed from an earlier version. */
  @Nested(() => TemplateView) template!: TemplateView;
  /** For 10 minutes. */
  @IsString() pdf_url!: string;
  @IsString() verify_url!: string;
  /** Null: the service has no key for badges. */
  @Nullable() @IsString() badge_url!: string | null;
  @Nested(() => Share) share!: Share;
  /** For the issuer only. */
  @ListOf(() => RevisionView) revisions!: RevisionView[];
}

@Action('get-certificate', {
  access: 'authenticated',
  description: 'A certificate for its issuer or its recipient, with the addresses of its PDF, its proof and its badge.',
  input: Input,
  result: Result,
  refuses: { 404: ['Certificate not found'] },
})
export class GetCertificate {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly revisions: RevisionRepository,
    private readonly templates: TemplateRepository,
    private readonly addresses: AddressesService,
    private readonly badges: BadgesService,
    private readonly read: CertificatesReadService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const row = (await this.certificates.shown([input.certificate_id]))[0];
    const isIssuer = row?.owner_id === caller.id;
    const isParty = isIssuer || row?.recipient_user_id === caller.id;
    if (!row || !(isParty || allowedBySiteRole(caller))) throw notFound('Certificate');
    const { current_version_id: _, ...template } = await this.templates.shown(row.template_id);
    const revisions = isIssuer || !isParty ? await this.revisions.of(row.id) : [];
    const verify_url = this.addresses.verifyUrl(row.code);
    return {
      certificate: this.read.present(row, caller),
      template,
      pdf_url: this.addresses.signed({ kind: 'certificate', id: row.id }),
      verify_url,
      badge_url: this.badges.addressOf(row),
      share: { profile_url: profileAddress(row, verify_url) },
      revisions: revisions.map((one) => ({ ...present(RevisionView, one), before: one.before, after: one.after })),
    };
  }
}
