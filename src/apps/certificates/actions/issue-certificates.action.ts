import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsString } from 'class-validator';
import { Day, ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { AssetsService, NOT_UPLOADED, NOT_VALID } from '../assets/assets.service.js';
import { CertificatesReadService } from '../awards/certificates-read.service.js';
import { CertificateView } from '../awards/certificate.views.js';
import { CertificatesSettings } from '../certificates.settings.js';
import { type Visibility, VISIBILITIES } from '../entities/certificate.entity.js';
import { type Template, TEMPLATE, type TemplateVersion } from '../entities/template.entity.js';
import { IssuingService } from '../issuing/issuing.service.js';
import { Recipient } from '../issuing/recipient.inputs.js';
import { type CheckedRecipient, RecipientsService } from '../issuing/recipients.service.js';
import { ARCHIVED, expectActive, TemplatesService } from '../templates/templates.service.js';

class Input {
  @Uuid() template_id!: string;
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(500) @ListOf(() => Recipient) recipients!: Recipient[];
  /** Of the rows that say nothing; today if it is not given. */
  @Optional() @Day() issued_on?: string;
  /** The setting if it is not given. */
  @Optional() @IsIn(VISIBILITIES) visibility?: Visibility;
  /** Whether recipients with an account are told; the setting if it is not given. */
  @Optional() @IsBoolean() notify?: boolean;
}

class Issued {
  @Nested(() => CertificateView) certificate!: CertificateView;
  /** For a recipient without an account; shown only here. */
  @Nullable() @IsString() claim_url!: string | null;
}

class Result {
  @ListOf(() => Issued) issued!: Issued[];
  /** Of rows that are not issued again. */
  @ListOf(() => CertificateView) existing!: CertificateView[];
}

interface Prepared {
  version: TemplateVersion;
  recipients: CheckedRecipient[];
}

@Action('issue-certificates', {
  access: 'owner',
  target: TEMPLATE,
  changes: true,
  description: 'Issues certificates to up to 500 recipients, or to none and tells what is wrong with each row.',
  input: Input,
  result: Result,
  refuses: { 400: [NOT_VALID], 409: [ARCHIVED, NOT_UPLOADED] },
})
export class IssueCertificates {
  constructor(
    private readonly templates: TemplatesService,
    private readonly assets: AssetsService,
    private readonly recipients: RecipientsService,
    private readonly issuing: IssuingService,
    private readonly settings: AppSettings,
    private readonly read: CertificatesReadService,
  ) {}

  /** Images that are used for the first time are decoded and stored here: the file store takes part in no transaction. */
  async prepare({ input, target: template }: Preparation<Input, Template>): Promise<Prepared> {
    expectActive(template);
    const version = await this.templates.currentVersion(template);
    const recipients = await this.recipients.check(version, input.recipients, input.issued_on);
    await this.assets.expectUsable(version.images);
    return { version, recipients };
  }

  async run({ input, caller, target, prepared }: Call<Input, Template, undefined, Prepared>): Promise<Result> {
    expectActive(target);
    const settings = await this.settings.of(CertificatesSettings, target.owner_id);
    const { visibility = settings.visibility, notify = settings.notify_recipients } = input;
    const { issued, existing } = await this.issuing.issue({ ...prepared, actorId: caller.id, visibility, notify });
    const views = await this.read.byIds([...issued.map(({ id }) => id), ...existing], caller);
    return {
      issued: issued.map(({ id, token }) => ({
        certificate: views.get(id) as CertificateView,
        claim_url: this.read.claimUrl(token),
      })),
      existing: existing.map((id) => views.get(id) as CertificateView),
    };
  }
}
