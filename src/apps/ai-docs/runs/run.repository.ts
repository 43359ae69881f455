import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Run, type RunState } from '../entities/run.entity.js';

export const LEASE_SECONDS = 180;
const LEASE = `now() + interval '${LEASE_SECONDS} seconds'`;

const LOAD = sql(
  'ai-docs_load_of_owner',
  `SELECT (SELECT count(*)::int FROM ext_ai_docs.runs WHERE owner_id = $1 AND status IN ('queued', 'running')) AS open,
     (SELECT coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0)::float8 FROM ext_ai_docs.runs
      WHERE owner_id = $1 AND created_at >= date_trunc('month', now(), 'UTC')) AS tokens`,
);
/** A worker takes a run that waits, and one whose worker has not been heard of until the end of its lease. */
const CLAIM = sql(
  'ai-docs_claim_run',
  `UPDATE ext_ai_docs.runs SET status = 'running', attempts = attempts + 1, lease_until = ${LEASE},
     started_at = coalesce(started_at, now())
   WHERE id = $1 AND status IN ('queued', 'running') AND (lease_until IS NULL OR lease_until <= now()) RETURNING *`,
);
/** The number of the attempt says whose run it is: a worker that is late changes nothing any more. */
const MINE = `id = $1 AND status = 'running' AND attempts = $2`;
const RENEW = sql('ai-docs_renew_run', `UPDATE ext_ai_docs.runs SET lease_until = ${LEASE} WHERE ${MINE}`);
const RELEASE = sql(
  'ai-docs_release_run',
  `UPDATE ext_ai_docs.runs SET status = $3, lease_until = now() + $4 * interval '1 second', state = $5,
     input_tokens = $6, output_tokens = $7, model = coalesce($8, model)
   WHERE ${MINE}`,
);
const FINISH = sql(
  'ai-docs_finish_run',
  `UPDATE ext_ai_docs.runs SET status = $3, output = $4, citations = $5, reason = $6, error = $7, model = coalesce($8, model),
     input_tokens = $9, output_tokens = $10, lease_until = NULL, finished_at = now()
   WHERE ${MINE}`,
);
const LATEST = sql(
  'ai-docs_latest_runs',
  'SELECT * FROM ext_ai_docs.runs WHERE doc_id = $1 ORDER BY created_at DESC, id DESC LIMIT 20',
);

export type Ending = Pick<
  Run,
  'status' | 'output' | 'citations' | 'reason' | 'error' | 'input_tokens' | 'output_tokens'
> & {
  model: string | null;
};
export interface Waiting {
  status: 'queued' | 'running';
  seconds: number;
  state: RunState;
  input_tokens: number | null;
  output_tokens: number | null;
  model: string | null;
}

@AppProvider()
export class RunRepository extends EntityRepository<Run> {
  protected readonly entity = Run;

  /** How many runs of the owner are in progress, and what this month's runs have used. */
  load(ownerId: string): Promise<{ open: number; tokens: number }> {
    return this.onlyOne(LOAD, ownerId);
  }

  claim(id: string): Promise<Run | undefined> {
    return this.one<Run>(CLAIM, id);
  }

  /** False: the run is no longer this worker's. */
  async renew({ id, attempts }: Run): Promise<boolean> {
    return (await this.count(RENEW, id, attempts)) > 0;
  }

  async release({ id, attempts }: Run, { status, seconds, state, input_tokens, output_tokens, model }: Waiting) {
    const values = [status, seconds, JSON.stringify(state), input_tokens, output_tokens, model];
    return (await this.count(RELEASE, id, attempts, ...values)) > 0;
  }

  async finish({ id, attempts }: Run, { status, output, citations, reason, error, model, ...tokens }: Ending) {
    const values = [status, output, JSON.stringify(citations), reason, error, model];
    return (await this.count(FINISH, id, attempts, ...values, tokens.input_tokens, tokens.output_tokens)) > 0;
  }

  latest(docId: string): Promise<Run[]> {
    return this.rows<Run>(LATEST, docId);
  }
}
