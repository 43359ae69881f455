import { IsInt, IsString } from 'class-validator';
import { IsPlainObject, ListOf, Optional, Uuid } from '../../platform/http/fields.js';
import { answerWith } from '../../platform/http/answers.js';
import { present, viewOf } from '../kernel/rows/view.js';
import { Doc, Revision } from './entities/doc.entity.js';
import { type Citation, Run } from './entities/run.entity.js';

const HIDDEN = ['import_key', 'import_type', 'import_bytes', 'title_tsv'] as const;

export class DocView extends viewOf(Doc, { without: ['body', ...HIDDEN] }) {}

export class ListedDocView extends DocView {
  /** Where the words stand, as HTML with `<mark>`; only with `q`. */
  @Optional() @IsString() headline?: string;
}

/** With the body, which is that of the asked revision. */
export class WholeDocView extends viewOf(Doc, { without: HIDDEN }) {}

export class RevisionView extends viewOf(Revision, { without: ['body', 'doc_id', 'owner_id'] }) {}

export class CitationView {
  @IsInt() n!: number;
  @Uuid() doc_id!: string;
  @IsString() title!: string;
  @IsInt() revision!: number;
  /** Unicode code points in the body of that revision. */
  @IsInt() start!: number;
  @IsInt() end!: number;
  @IsString() quote!: string;
}

const INTERNAL = ['state', 'lease_token', 'lease_until', 'wake_at', 'idempotency_key', 'has_texts'] as const;

export class RunView extends viewOf(Run, { without: INTERNAL }) {
  @IsPlainObject() declare input: Record<string, unknown>;
  @ListOf(() => CitationView) declare citations: Citation[];
  /** Documents that were left out, because they are kept from the provider. */
  @Uuid({ each: true }) skipped_doc_ids!: string[];
}

export class RunNoteView extends viewOf(Run, { without: [...INTERNAL, 'input', 'output', 'citations'] }) {}

export class DocResult extends answerWith('doc', () => DocView) {}
export class RunResult extends answerWith('run', () => RunView) {}

export const runResult = (run: Run): RunResult => ({
  run: { ...present(RunView, run), skipped_doc_ids: run.state.skipped_doc_ids ?? [] },
});
