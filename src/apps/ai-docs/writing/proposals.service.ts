import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Doc } from '../entities/doc.entity.js';
import type { Run } from '../entities/run.entity.js';
import { placeOf } from '../extract/code-points.js';
import { RunRepository } from '../runs/run.repository.js';

export const DOC_CHANGED = 'Doc was changed';
export const NOT_COMPLETED = 'Run is not completed';

export const docChanged = () => new Refusal(409, DOC_CHANGED);

/** Puts what the AI has proposed into the text, when the writer says so. */
@AppProvider()
export class ProposalsService {
  constructor(private readonly runs: RunRepository) {}

  /** The body with the proposal. The document is locked. */
  async apply(doc: Doc, runId: string): Promise<string> {
    const run = await this.runs.findOne({ id: runId, owner_id: doc.owner_id }, { lock: 'no key update' });
    const isProposal = run?.operation === 'rewrite' || run?.operation === 'generate';
    if (!run || !isProposal || (run.doc_id ?? doc.id) !== doc.id || !run.has_texts) throw notFound('Run');
    if (run.status !== 'completed' || run.output === null) throw new Refusal(409, NOT_COMPLETED);
    return run.operation === 'rewrite' ? rewritten(doc.body, run, run.output) : generated(doc.body, run, run.output);
  }

  async applied(runId: string, revision: number): Promise<void> {
    await this.runs.update({ id: runId }, { applied_revision: revision });
  }
}

/** In place of the passage, which may have moved, but must be there once. */
function rewritten(body: string, { input }: Run, output: string): string {
  const { passage, start } = input as { passage: string; start: number };
  const place = placeOf(body, start);
  const at = body.startsWith(passage, place) ? place : onlyPlaceOf(body, passage);
  return body.slice(0, at) + output + body.slice(at + passage.length);
}

function onlyPlaceOf(body: string, passage: string): number {
  const at = body.indexOf(passage);
  if (at === -1 || body.includes(passage, at + 1)) throw docChanged();
  return at;
}

function generated(body: string, { input }: Run, output: string): string {
  return input.place === 'replace' || !body.trim() ? output : `${body.trimEnd()}\n\n${output}`;
}
