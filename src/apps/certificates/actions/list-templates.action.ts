import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { TEMPLATE_STATUSES } from '../templates/choices.js';
import { TemplateRepository } from '../templates/template.repository.js';
import { ListedTemplateView } from '../templates/template.views.js';
import { TemplatesService } from '../templates/templates.service.js';

class Input extends Page {
  @Optional() @IsIn(TEMPLATE_STATUSES) status?: string;
  /** Part of a name or a title. */
  @Optional() @Chars(1, 200) q?: string;
}

class Result extends pageOf('templates', () => ListedTemplateView) {}

@Action('list-templates', {
  access: 'authenticated',
  description: 'The own templates, each with its certificates counted and a preview.',
  input: Input,
  result: Result,
})
export class ListTemplates {
  constructor(
    private readonly templates: TemplateRepository,
    private readonly service: TemplatesService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { rows, next_cursor } = await this.templates.list(caller.id, input, pageQuery(input));
    const templates = rows.map(({ current_version_id, ...template }) => ({
      ...template,
      preview_url: this.service.previewUrl(current_version_id),
    }));
    return { templates, next_cursor };
  }
}
