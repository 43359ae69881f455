import { invalid } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AssetsService } from '../assets/assets.service.js';
import { contentHash } from '../drawing/content-hash.js';
import type { Certificate } from '../entities/certificate.entity.js';
import type { TemplateVersion } from '../entities/template.entity.js';
import { readValues } from '../issuing/field-values.js';
import { RecipientsService, WRONG_END } from '../issuing/recipients.service.js';
import { TemplateRepository, TemplateVersionRepository } from '../templates/template.repository.js';
import { expiryOf } from './dates.js';

export interface Correction {
  name?: string;
  values?: object;
  issued_on?: string;
  expires_on?: string | null;
  use_latest_template?: boolean;
}

type Corrected = Pick<
  Certificate,
  'recipient_name' | 'custom_values' | 'issued_on' | 'expires_on' | 'template_version_id' | 'revision' | 'content_hash'
>;

/** What a certificate says after a correction. */
@AppProvider()
export class CorrectionsService {
  constructor(
    private readonly versions: TemplateVersionRepository,
    private readonly templates: TemplateRepository,
    private readonly recipients: RecipientsService,
    private readonly assets: AssetsService,
  ) {}

  /** Refuses what cannot be printed. Outside of transactions: threads and the file store take part in none. */
  async expectPrintable(certificate: Certificate, given: Correction): Promise<void> {
    const version = await this.versionOf(certificate, given.use_latest_template);
    const [fault] = await this.recipients.lettersOf(version, [await this.of(certificate, given)]);
    if (fault) throw invalid({ field: given.name === undefined ? 'values' : 'name', message: fault });
    if (given.use_latest_template) await this.assets.expectUsable(version.images);
  }

  async of(certificate: Certificate, given: Correction): Promise<Corrected> {
    const version = await this.versionOf(certificate, given.use_latest_template);
    const { name, issued_on = certificate.issued_on } = given;
    const expires_on = given.expires_on === undefined ? this.endOf(certificate, version, issued_on) : given.expires_on;
    if (expires_on !== null && expires_on < issued_on) throw invalid({ field: 'expires_on', message: WRONG_END });
    const custom_values = readValues(version.custom_fields, { ...keptValues(certificate, version), ...given.values });
    if (typeof custom_values === 'string') throw invalid({ field: 'values', message: custom_values });
    const award = {
      code: certificate.code,
      revision: certificate.revision + 1,
      recipient_name: name?.trim() ?? certificate.recipient_name,
      custom_values,
      issued_on,
      expires_on,
    };
    const { code: _, ...columns } = award;
    return { ...columns, template_version_id: version.id, content_hash: contentHash(version, award) };
  }

  private async versionOf({ template_id, template_version_id }: Certificate, latest = false): Promise<TemplateVersion> {
    const template = latest ? await this.templates.the({ id: template_id }, 'Template') : undefined;
    return this.versions.the({ id: template?.current_version_id ?? template_version_id }, 'Template');
  }

  /** An end that follows from the day of issue moves with it. */
  private endOf({ issued_on, expires_on }: Certificate, version: TemplateVersion, day: string): string | null {
    return day !== issued_on && expires_on === expiryOf(issued_on, version) ? expiryOf(day, version) : expires_on;
  }
}

/** Without those that the version does not ask for any more. */
const keptValues = ({ custom_values }: Certificate, { custom_fields }: TemplateVersion) =>
  Object.fromEntries(Object.entries(custom_values).filter(([name]) => custom_fields.some(({ key }) => key === name)));
