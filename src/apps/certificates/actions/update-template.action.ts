import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { type Template, TEMPLATE } from '../entities/template.entity.js';
import { type Slot, SLOTS, TEMPLATE_STATUSES } from '../templates/choices.js';
import { checkLayout, OUTSIDE, UNKNOWN_PLACEHOLDER } from '../templates/layout.policy.js';
import { TemplateChanges } from '../templates/template.inputs.js';
import { TemplateRepository } from '../templates/template.repository.js';
import { SavedTemplate } from '../templates/template.views.js';
import { ARCHIVED, expectActive, TemplatesService } from '../templates/templates.service.js';

class Input extends TemplateChanges {
  @Uuid() template_id!: string;
  @Optional() @IsArray() @ArrayMaxSize(3) @IsIn(SLOTS, { each: true }) remove_images?: Slot[];
  @Optional() @IsIn(TEMPLATE_STATUSES) status?: (typeof TEMPLATE_STATUSES)[number];
}

@Action('update-template', {
  access: 'owner',
  target: TEMPLATE,
  changes: true,
  description:
    'Writes a new version of a template, or archives it. Issued certificates keep the version that they have.',
  input: Input,
  result: SavedTemplate,
  refuses: { 400: [UNKNOWN_PLACEHOLDER, OUTSIDE], 409: [ARCHIVED] },
})
export class UpdateTemplate {
  constructor(
    private readonly templates: TemplateRepository,
    private readonly service: TemplatesService,
  ) {}

  async prepare({ input, target }: Preparation<Input, Template>): Promise<void> {
    if (!isOfVersion(input)) return;
    await this.service.check(this.service.changed(await this.service.currentVersion(target), input));
  }

  async run({ input, target: template }: Call<Input, Template>): Promise<SavedTemplate> {
    const { status, name, images = [], remove_images: removed = [] } = input;
    if (isOfVersion(input) || name !== undefined) expectActive(template);
    if (status !== undefined || name !== undefined)
      await this.templates.update({ id: template.id }, { status, name, updated_at: NOW });
    if (!isOfVersion(input)) return this.service.answer(template.id, []);
    const before = await this.service.currentVersion(template);
    const definition = this.service.changed(before, input);
    // Another version may have come in between, with other fields.
    checkLayout(definition.layout, definition);
    const kept = Object.fromEntries(Object.entries(before.images).filter(([slot]) => !removed.includes(slot as Slot)));
    const uploads = await this.service.saveVersion(
      { ...template, version: template.version + 1 },
      { definition, kept, images },
    );
    return this.service.answer(template.id, uploads);
  }
}

/** Whether the call changes what certificates look like. */
const isOfVersion = (input: Input) =>
  Object.entries(input).some(([key, value]) => !OF_TEMPLATE.has(key) && value !== undefined);
const OF_TEMPLATE = new Set(['template_id', 'status', 'name']);
