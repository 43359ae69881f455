import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type Lease, LeasedRuns, leaseStatements } from '../../kernel/runs/leased-runs.js';
import { Run } from '../entities/run.entity.js';

const QUEUED = `r.status = 'queued' AND r.wake_at`;
const ORDER = 'r.wake_at, r.created_at';
const LEASES = leaseStatements({
  name: 'ai-docs_runs',
  table: 'ext_ai_docs.runs',
  due: [
    { where: `${QUEUED} <= now()`, order: ORDER },
    { where: `${QUEUED} IS NULL`, order: ORDER },
  ],
  seconds: 180,
  waiting: 'queued',
  counter: 'attempts',
});
const LOAD = sql(
  'ai-docs_load_of_owner',
  `SELECT (SELECT count(*)::int FROM ext_ai_docs.runs WHERE owner_id = $1 AND status IN ('queued', 'running')) AS open,
     (SELECT coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0)::float8 FROM ext_ai_docs.runs
      WHERE owner_id = $1 AND created_at >= date_trunc('month', now(), 'UTC')) AS tokens`,
);
const LATEST = sql(
  'ai-docs_latest_runs',
  'SELECT * FROM ext_ai_docs.runs WHERE doc_id = $1 ORDER BY created_at DESC, id DESC LIMIT 20',
);

@AppProvider()
export class RunRepository extends LeasedRuns<Run> {
  protected readonly entity = Run;
  protected readonly leases = LEASES;

  /** How many runs of the owner are in progress, and what this month's runs have used. */
  load(ownerId: string): Promise<{ open: number; tokens: number }> {
    return this.onlyOne(LOAD, ownerId);
  }

  /** False: the run is another worker's by now, or it is over. */
  async keep({ id, lease_token }: Lease, values: Values<Run>): Promise<boolean> {
    return (await this.update({ id, lease_token, status: 'running' }, values)) > 0;
  }

  end(run: Lease, values: Values<Run>): Promise<boolean> {
    return this.keep(run, { ...values, lease_token: null, lease_until: null, finished_at: NOW });
  }

  latest(docId: string): Promise<Run[]> {
    return this.rows<Run>(LATEST, docId);
  }
}
