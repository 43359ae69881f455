import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { CertificatesSettings } from '../certificates.settings.js';
import { OUTSIDE, UNKNOWN_PLACEHOLDER } from '../templates/layout.policy.js';
import { ProfileRepository } from '../templates/profile.repository.js';
import { NewTemplate } from '../templates/template.inputs.js';
import { TemplateRepository } from '../templates/template.repository.js';
import { SavedTemplate } from '../templates/template.views.js';
import { type Definition, TemplatesService } from '../templates/templates.service.js';

const MOST = 200;
const LIMIT_REACHED = 'Template limit reached';
/** Of an issuer without any name. */
const NO_NAME = 'Issuer';

@Action('create-template', {
  access: 'authenticated',
  changes: true,
  about: 'template',
  description: 'Makes a template of certificates. Without a layout it gets one that needs no design.',
  input: NewTemplate,
  result: SavedTemplate,
  refuses: { 400: [UNKNOWN_PLACEHOLDER, OUTSIDE], 409: [LIMIT_REACHED] },
})
export class CreateTemplate {
  constructor(
    private readonly templates: TemplateRepository,
    private readonly service: TemplatesService,
    private readonly settings: AppSettings,
    private readonly profiles: ProfileRepository,
  ) {}

  async prepare({ input, caller }: Preparation<NewTemplate>): Promise<Definition> {
    const { issuer_name, issuer_url } = await this.settings.of(CertificatesSettings, caller.id);
    const name = issuer_name ?? (await this.profiles.of([caller.id])).get(caller.id)?.name ?? NO_NAME;
    const blank: Definition = {
      title: input.title,
      issuer_name: name,
      issuer_url,
      description: null,
      criteria: null,
      page: 'a4',
      orientation: 'landscape',
      layout: { elements: [], built_in: true },
      custom_fields: [],
      validity_days: null,
    };
    const definition = this.service.changed(blank, input);
    await this.service.check(definition);
    return definition;
  }

  async run({ input, caller, prepared }: Call<NewTemplate, undefined, undefined, Definition>): Promise<SavedTemplate> {
    await this.templates.lockAccount(caller.id);
    if ((await this.templates.countWhere({ owner_id: caller.id })) >= MOST) throw new Refusal(409, LIMIT_REACHED);
    const template = await this.templates.insert({ owner_id: caller.id, name: input.name });
    const { images = [] } = input;
    const uploads = await this.service.saveVersion(template, { definition: prepared, kept: {}, images });
    return this.service.answer(template.id, uploads);
  }
}
