import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import type { Values } from '../../../platform/database/entity.repository.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { Body, Tags, Title } from '../ai-docs.inputs.js';
import { DocResult, DocView } from '../ai-docs.views.js';
import { DOC, type Doc } from '../entities/doc.entity.js';
import { expectLanguage, UNKNOWN_LANGUAGE } from '../languages.js';
import { DOC_CHANGED, docChanged, NOT_COMPLETED, ProposalsService } from '../writing/proposals.service.js';
import { RevisionRepository } from '../writing/revision.repository.js';
import { type NewText, WritingService } from '../writing/writing.service.js';

const MOST_REVISION = 2_147_483_647;

class Input {
  @Uuid() doc_id!: string;
  /** The revision that the change is made to. */
  @IsInt() @Min(1) @Max(MOST_REVISION) base_revision!: number;
  @Optional() @Title() title?: string;
  @Optional() @Body() body?: string;
  @Optional() @Tags() tags?: string[];
  @Optional() @Chars(1, 60) language?: string;
  @Optional() @IsBoolean() ai_allowed?: boolean;
  @Optional() @IsBoolean() archived?: boolean;
  /** A completed proposal that is put into the text. */
  @Optional() @Uuid() apply_run_id?: string;
  /** An earlier revision whose title and body are taken. */
  @Optional() @IsInt() @Min(1) @Max(MOST_REVISION) restore_revision?: number;
}

const ONE_SOURCE = 'Give only one source for the body';

@Action('update-doc', {
  access: 'owner',
  target: DOC,
  changes: true,
  description: 'Changes what is given. A new title or body is a new revision, also one that the AI has proposed.',
  input: Input,
  result: DocResult,
  refuses: {
    400: [ONE_SOURCE, UNKNOWN_LANGUAGE],
    404: ['Run not found', 'Revision not found'],
    409: [DOC_CHANGED, NOT_COMPLETED],
  },
})
export class UpdateDoc {
  constructor(
    private readonly writing: WritingService,
    private readonly proposals: ProposalsService,
    private readonly revisions: RevisionRepository,
  ) {}

  async run({ input, target: doc }: Call<Input, Doc>): Promise<DocResult> {
    const { body, apply_run_id, restore_revision, language, tags, ai_allowed, archived } = input;
    if ([body, apply_run_id, restore_revision].filter((source) => source !== undefined).length > 1)
      throw new Refusal(400, ONE_SOURCE);
    expectLanguage(language);
    if (doc.deleted_at) throw notFound('Doc');
    if (doc.revision !== input.base_revision) throw docChanged();
    const text = await this.textOf(doc, input);
    const others: Values<Doc> = { tags, language, ai_allowed };
    if (archived !== undefined) others.archived_at = archived ? (doc.archived_at ?? new Date()) : null;
    const row = await this.writing.change(doc, text, others);
    if (apply_run_id) await this.proposals.applied(apply_run_id, row.revision);
    return { doc: present(DocView, row) };
  }

  private async textOf(doc: Doc, { title, body, apply_run_id, restore_revision }: Input): Promise<NewText> {
    if (apply_run_id)
      return { title, body: await this.proposals.apply(doc, apply_run_id), source: 'run', run_id: apply_run_id };
    if (restore_revision === undefined) return { title, body, source: 'manual' };
    const former = await this.revisions.findOne({ doc_id: doc.id, revision: restore_revision });
    if (!former) throw notFound('Revision');
    return { title: title ?? former.title, body: former.body, source: 'restore' };
  }
}
