import { AppSettings } from '../kernel/app-settings.js';
import { AppProvider } from '../kernel/app-provider.js';
import type { CertificatesService as Contract, NewCertificate } from '../contracts/certificates.js';
import { expiryOf, today } from './awards/dates.js';
import { CertificatesSettings } from './certificates.settings.js';
import type { FieldValues } from './entities/certificate.entity.js';
import type { TemplateVersion } from './entities/template.entity.js';
import { IssuingService } from './issuing/issuing.service.js';
import { type CheckedRecipient, RecipientsService } from './issuing/recipients.service.js';
import { ProfileRepository } from './templates/profile.repository.js';
import { TemplateRepository } from './templates/template.repository.js';
import { TemplatesService } from './templates/templates.service.js';

/** Custom fields that take the title of what was completed. */
const TITLE_FIELDS = new Set(['course', 'course_title']);

/** What other apps ask of this one. */
@AppProvider()
export class CertificatesService implements Contract {
  constructor(
    private readonly templates: TemplateRepository,
    private readonly versions: TemplatesService,
    private readonly profiles: ProfileRepository,
    private readonly recipients: RecipientsService,
    private readonly issuing: IssuingService,
    private readonly settings: AppSettings,
  ) {}

  /** An archived template, or one of somebody else, issues nothing. Fields that nobody is asked for stay empty. */
  async issue({ owner_id, template_id, user_id, title, external_ref }: NewCertificate): Promise<void> {
    const template = await this.templates.findOne({ id: template_id, owner_id }, { lock: 'no key update' });
    if (!template || template.status === 'archived') return;
    const version = await this.versions.currentVersion(template);
    const issued_on = today();
    const award = { issued_on, expires_on: expiryOf(issued_on, version), custom_values: titleIn(version, title) };
    const recipient = await this.recipientOf(version, user_id, { ...award, user_id, email: null, external_ref });
    if (!recipient) return;
    const { visibility, notify_recipients: notify } = await this.settings.of(CertificatesSettings, owner_id);
    await this.issuing.issue({ version, recipients: [recipient], actorId: owner_id, visibility, notify });
  }

  /** With the first name of the profile that can be printed. Undefined: the account is gone, or there is none. */
  private async recipientOf(
    version: TemplateVersion,
    userId: string,
    recipient: Omit<CheckedRecipient, 'recipient_name'>,
  ): Promise<CheckedRecipient | undefined> {
    const profile = (await this.profiles.of([userId])).get(userId);
    const names = [profile?.name, profile?.username].filter((name) => typeof name === 'string');
    const drafts = names.map((recipient_name) => ({ ...recipient, recipient_name }));
    const faults = drafts.length ? await this.recipients.lettersOf(version, drafts) : [];
    return drafts.find((_, at) => !faults[at]);
  }
}

function titleIn({ custom_fields }: TemplateVersion, title: string): FieldValues {
  const field = custom_fields.find(({ key, type }) => type === 'text' && TITLE_FIELDS.has(key));
  return field ? { [field.key]: title } : {};
}
