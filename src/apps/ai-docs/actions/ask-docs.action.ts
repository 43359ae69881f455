import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn } from 'class-validator';
import { Chars, Optional, Uuid, Words } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { RunInput } from '../ai-docs.inputs.js';
import type { AiDocsSettings } from '../ai-docs.settings.js';
import { RunResult, runResult } from '../ai-docs.views.js';
import type { Run } from '../entities/run.entity.js';
import { askedTokens } from '../jobs/ai-run.job.js';
import { answering } from '../provider/prompts.js';
import { QuestionService } from '../runs/question.service.js';
import { LIMIT_REACHED, RunsService, TOO_MANY_RUNS } from '../runs/runs.service.js';
import { DocRepository } from '../writing/doc.repository.js';
import { ASKED_METHODS, type AskedMethod } from './summarize-doc.action.js';

class Input extends RunInput {
  @Words(1000, { min: 3 }) question!: string;
  /** Without them all documents are asked that are not archived. */
  @Optional() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(50) @Uuid({ each: true }) doc_ids?: string[];
  @Optional() @Chars(1, 40) tag?: string;
  @Optional() @IsIn(ASKED_METHODS) method?: AskedMethod;
}

@Action('ask-docs', {
  access: 'authenticated',
  changes: true,
  about: 'run',
  description: 'Answers a question from own documents alone, with the places that the answer stands on.',
  input: Input,
  result: RunResult,
  refuses: { 404: ['Doc not found'], 409: [TOO_MANY_RUNS, LIMIT_REACHED] },
})
export class AskDocs {
  constructor(
    private readonly runs: RunsService,
    private readonly docs: DocRepository,
    private readonly questions: QuestionService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<RunResult> {
    const known = await this.runs.known(caller.id, input.idempotency_key);
    if (known) return runResult(known);
    const settings = await this.runs.settingsOf(caller.id);
    return runResult(await this.answer(caller.id, input, settings));
  }

  private async answer(ownerId: string, input: Input, settings: AiDocsSettings): Promise<Run> {
    const { question, tag, method = 'auto', idempotency_key } = input;
    const docIds = input.doc_ids && [...new Set(input.doc_ids)];
    if (docIds) await this.runs.docsOf(docIds, ownerId);
    const asked = await this.docs.asked(ownerId, docIds, tag);
    const isSent = this.runs.methodOf(method, settings, asked.allowed) === 'provider';
    const skipped = isSent ? asked.kept : [];
    const passages = await this.questions.passages(ownerId, { text: question, docIds, tag, without: skipped });
    const state = skipped.length ? { skipped_doc_ids: skipped } : {};
    const run = {
      owner_id: ownerId,
      operation: 'ask' as const,
      method: isSent ? ('provider' as const) : ('extractive' as const),
      input: { question, method, ...(docIds && { doc_ids: docIds }), ...(tag && { tag }) },
      state,
      source_doc_ids: [...new Set(passages.map(({ doc_id }) => doc_id))],
      idempotency_key,
    };
    // Nothing is sent then.
    if (!passages.length) return this.runs.complete({ ...run, method: 'extractive', reason: 'no_match' });
    if (!isSent) return this.runs.complete({ ...run, ...(await this.questions.extract(passages, question)) });
    return this.runs.enqueue({ ...run, state: { ...state, passages } }, askedTokens(answering(question, passages)));
  }
}
