import { IsInt, Max, Min } from 'class-validator';
import { ListOf, Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { RevisionView, RunNoteView, WholeDocView } from '../ai-docs.views.js';
import { type Doc, UNLOCKED_DOC } from '../entities/doc.entity.js';
import { ImportsService } from '../imports/imports.service.js';
import { RunRepository } from '../runs/run.repository.js';
import { RevisionRepository } from '../writing/revision.repository.js';

class Input {
  @Uuid() doc_id!: string;
  /** With the title and body of that revision. */
  @Optional() @IsInt() @Min(1) @Max(2_147_483_647) revision?: number;
}

class Result {
  @Nested(() => WholeDocView) doc!: WholeDocView;
  @ListOf(() => RevisionView) revisions!: RevisionView[];
  @ListOf(() => RunNoteView) runs!: RunNoteView[];
}

@Action('get-doc', {
  access: 'owner',
  target: UNLOCKED_DOC,
  // It may enqueue a look for the file that is awaited.
  notes: true,
  description: 'A document with its body, its last 50 revisions and its last 20 runs.',
  input: Input,
  result: Result,
  refuses: { 404: ['Revision not found'] },
})
export class GetDoc {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly runs: RunRepository,
    private readonly imports: ImportsService,
  ) {}

  async run({ input, target: doc }: Call<Input, Doc>): Promise<Result> {
    const shown = await this.as(doc, input.revision);
    if (doc.import_status === 'awaiting_upload') await this.imports.lookNow(doc.id);
    const [revisions, runs] = await Promise.all([this.revisions.latest(doc.id), this.runs.latest(doc.id)]);
    return {
      doc: present(WholeDocView, shown),
      revisions,
      runs: runs.map((run) => present(RunNoteView, run)),
    };
  }

  private async as(doc: Doc, revision: number | undefined): Promise<Doc> {
    if (revision === undefined || revision === doc.revision) return doc;
    const former = await this.revisions.findOne({ doc_id: doc.id, revision });
    if (!former) throw notFound('Revision');
    return { ...doc, revision, title: former.title, body: former.body };
  }
}
