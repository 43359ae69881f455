import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AssetsService } from '../assets/assets.service.js';
import { AddressesService } from '../drawing/addresses.service.js';
import { LettersService } from '../drawing/letters.service.js';
import { writtenDay } from '../drawing/shown-values.js';
import type { Template, TemplateVersion } from '../entities/template.entity.js';
import type { TemplateImages } from './choices.js';
import { builtInLayout } from './built-in-layout.js';
import type { StoredLayout } from './layout.inputs.js';
import { checkLayout } from './layout.policy.js';
import type { ImageInput, TemplateChanges } from './template.inputs.js';
import { TemplateRepository, TemplateVersionRepository } from './template.repository.js';
import type { SavedTemplate } from './template.views.js';

export const ARCHIVED = 'Template is archived';

const PLAIN = [
  'title',
  'description',
  'criteria',
  'issuer_name',
  'issuer_url',
  'page',
  'orientation',
  'validity_days',
] as const;

export type Definition = Pick<TemplateVersion, (typeof PLAIN)[number] | 'layout' | 'custom_fields'>;

const MONTHS = 12;

export function expectActive({ status }: Pick<Template, 'status'>): void {
  if (status === 'archived') throw new Refusal(409, ARCHIVED);
}

/** Versions of templates: what they consist of, and whether they can be printed. */
@AppProvider()
export class TemplatesService {
  constructor(
    private readonly templates: TemplateRepository,
    private readonly versions: TemplateVersionRepository,
    private readonly assets: AssetsService,
    private readonly addresses: AddressesService,
    private readonly letters: LettersService,
  ) {}

  /** The definition with the changes; what is not given stays. */
  changed(before: Definition, given: TemplateChanges): Definition {
    const plain = PLAIN.map((key) => [key, given[key] === undefined ? before[key] : given[key]]);
    const { layout: shown, custom_fields } = before;
    const definition: Definition = { ...Object.fromEntries(plain), layout: shown, custom_fields };
    if (given.custom_fields)
      definition.custom_fields = given.custom_fields.map((field) => ({ ...field, required: field.required ?? false }));
    const layout: StoredLayout =
      given.layout === undefined ? shown : (given.layout ?? { elements: [], built_in: true });
    definition.layout = layout.built_in ? { ...layout, elements: builtInLayout(definition) } : layout;
    return definition;
  }

  /** Refuses what cannot be drawn. Outside of transactions: the fonts are read in a thread that others use, too. */
  async check(definition: Definition): Promise<void> {
    const { layout, title, issuer_name } = definition;
    checkLayout(layout, definition);
    const dates = Array.from({ length: MONTHS }, (_, month) =>
      writtenDay(new Date(Date.UTC(2026, month, 28)).toISOString(), layout.locale),
    );
    const texts = layout.elements.map(({ text = '' }) => text);
    await this.letters.expectPrintable([
      ['title', title],
      ['issuer_name', issuer_name],
      ['layout.locale', dates.join(' ')],
      ['layout.elements', texts.join(' ')],
    ]);
  }

  /** A version with new images beside the kept ones, which is the current one from now on. */
  async saveVersion(
    { id: template_id, owner_id, version }: Template,
    { definition, kept, images }: { definition: Definition; kept: TemplateImages; images: ImageInput[] },
  ): Promise<SavedTemplate['uploads']> {
    const { ids, uploads } = await this.assets.promise(owner_id, images);
    const saved = await this.versions.insert({
      template_id,
      owner_id,
      version,
      ...definition,
      images: { ...kept, ...ids },
    });
    await this.templates.update({ id: template_id }, { version, current_version_id: saved.id, updated_at: NOW });
    return uploads;
  }

  async answer(id: string, uploads: SavedTemplate['uploads']): Promise<SavedTemplate> {
    const { current_version_id, ...template } = await this.templates.shown(id);
    return { template, uploads, preview_url: this.previewUrl(current_version_id) };
  }

  previewUrl(versionId: string | null): string {
    return this.addresses.signed({ kind: 'preview', id: versionId as string });
  }

  /** The one that a template has now. */
  currentVersion({ current_version_id }: Pick<Template, 'current_version_id'>): Promise<TemplateVersion> {
    return this.versions.the({ id: current_version_id as string }, 'Template');
  }
}
