import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { Chars, Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { containing, List } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { WORKFLOW_STATUSES, type Workflow } from '../entities/workflow.entity.js';
import { TRIGGER_KINDS, type TriggerKind } from '../language/definition.js';
import { ListedWorkflowView, workflowOf } from '../workflows.views.js';

class Input extends Page {
  @Optional() @IsIn(WORKFLOW_STATUSES) status?: (typeof WORKFLOW_STATUSES)[number];
  /** Of the draft. */
  @Optional() @IsIn(TRIGGER_KINDS) trigger?: TriggerKind;
  /** Part of a name. */
  @Optional() @Chars(1, 100) q?: string;
}
class Result extends pageOf('workflows', () => ListedWorkflowView) {}

const week = `r.workflow_id = w.id AND r.created_at > now() - interval '7 days'`;
const WORKFLOWS = new List({
  name: 'workflows_list',
  columns: `w.*,
    (SELECT json_build_object('status', r.status, 'finished_at', r.finished_at) FROM ext_workflows.runs r
      WHERE r.workflow_id = w.id ORDER BY r.created_at DESC LIMIT 1) AS last_run,
    (SELECT count(*)::int FROM ext_workflows.runs r WHERE ${week}) AS runs_7d,
    (SELECT count(*)::int FROM ext_workflows.runs r WHERE ${week} AND r.status IN ('failed', 'timed_out')) AS failed_7d`,
  from: 'ext_workflows.workflows w',
  id: 'w.id',
  where: 'w.owner_id = $1',
  filters: {
    status: 'w.status = ?',
    shown: `w.status <> 'archived'`,
    trigger: `w.draft->'trigger'->>'kind' = ?`,
    q: 'w.name ILIKE ?',
  },
  sorts: { newest: { by: 'w.created_at', type: 'timestamptz' } },
});

interface Row extends Workflow {
  last_run: { status: string; finished_at: string | null } | null;
  runs_7d: number;
  failed_7d: number;
}

@Action('list-workflows', {
  access: 'authenticated',
  description: 'The own workflows, newest first, with what their runs of seven days have brought.',
  input: Input,
  result: Result,
})
export class ListWorkflows {
  constructor(private readonly database: DatabaseService) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { status, trigger, q } = input;
    const shown = status === undefined ? true : undefined;
    const filters = { status, shown, trigger, q: q === undefined ? undefined : containing(q) };
    const query = { values: [caller.id], filters, sort: 'newest', query: pageQuery(input) } as const;
    const { rows, next_cursor } = await WORKFLOWS.page<Row>(this.database, query);
    return { workflows: rows.map(listed), next_cursor };
  }
}

function listed({ last_run, runs_7d, failed_7d, ...workflow }: Row): ListedWorkflowView {
  const finished_at = last_run?.finished_at ? new Date(last_run.finished_at) : null;
  return { ...workflowOf(workflow), last_run: last_run && { ...last_run, finished_at }, runs_7d, failed_7d };
}
