import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { pageOf } from '../../../platform/http/answers.js';
import { Instant, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { List } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { RUN_STATUSES, TRIGGERS, type WorkflowRun } from '../entities/run.entity.js';
import { ListedRunView, runOf } from '../workflows.views.js';

class Input extends Page {
  @Optional() @Uuid() workflow_id?: string;
  @Optional()
  @IsArray()
  @ArrayMaxSize(RUN_STATUSES.length)
  @IsIn(RUN_STATUSES, { each: true })
  status?: (typeof RUN_STATUSES)[number][];
  @Optional() @IsIn(TRIGGERS) trigger?: (typeof TRIGGERS)[number];
  @Optional() @Instant() from?: string;
  @Optional() @Instant() to?: string;
}
class Result extends pageOf('runs', () => ListedRunView) {}

const RUNS = new List({
  name: 'workflows_run_list',
  columns: `r.id, r.owner_id, r.workflow_id, r.version, r.trigger, r.status, r.error, r.failed_path, r.depth, r.retry_of,
    r.wake_at, r.step_count, r.started_at, r.finished_at, r.created_at`,
  from: 'ext_workflows.runs r',
  id: 'r.id',
  where: 'r.owner_id = $1',
  filters: {
    workflow_id: 'r.workflow_id = ?',
    status: 'r.status = ANY (?::text[])',
    trigger: 'r.trigger = ?',
    from: 'r.created_at >= ?::timestamptz',
    to: 'r.created_at < ?::timestamptz',
  },
  sorts: { newest: { by: 'r.created_at', type: 'timestamptz' } },
});

@Action('list-runs', {
  access: 'authenticated',
  description: 'The own runs, newest first, without their inputs.',
  input: Input,
  result: Result,
})
export class ListRuns {
  constructor(private readonly database: DatabaseService) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { workflow_id, status, trigger, from, to } = input;
    const filters = { workflow_id, status, trigger, from, to };
    const query = { values: [caller.id], filters, sort: 'newest', query: pageQuery(input) } as const;
    const { rows, next_cursor } = await RUNS.page<WorkflowRun>(this.database, query);
    return { runs: rows.map(runOf), next_cursor };
  }
}
