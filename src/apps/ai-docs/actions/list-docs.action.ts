import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { marked } from '../../kernel/rows/headline.js';
import { present } from '../../kernel/rows/view.js';
import { DocView, ListedDocView } from '../ai-docs.views.js';
import { DocSearchRepository, type View, VIEWS } from '../search/doc-search.repository.js';

class Input extends Page {
  /** Words of the title or the text. */
  @Optional() @Chars(1, 200) q?: string;
  @Optional() @Chars(1, 40) tag?: string;
  @Optional() @IsIn(VIEWS) view?: View;
}

class Result extends pageOf('docs', () => ListedDocView) {}

@Action('list-docs', {
  access: 'authenticated',
  description: 'Own documents without their bodies: the last changed first, or with words the best first.',
  input: Input,
  result: Result,
})
export class ListDocs {
  constructor(private readonly search: DocSearchRepository) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { q, tag, view = 'active' } = input;
    const query = pageQuery(input);
    if (!q?.trim()) {
      const { rows, next_cursor } = await this.search.latest(caller.id, view, tag, query);
      return { docs: rows.map((row) => present(DocView, row)), next_cursor };
    }
    const { rows, next_cursor } = await this.search.ranked(caller.id, q, { view, tag, query });
    return { docs: rows.map((row) => ({ ...present(DocView, row), headline: marked(row.headline) })), next_cursor };
  }
}
