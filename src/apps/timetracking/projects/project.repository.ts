import { In, IsNull, Not } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { minorUnits } from '../../../platform/money/money.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { minorOf, money } from '../../kernel/selling/prices.js';
import { Project, Task } from '../entities/project.entity.js';

/** Exact to the minor unit of each entry, half away from zero: neither seconds nor rates are below 0. */
export const AMOUNT = `CASE WHEN e.billable THEN (e.seconds::bigint * coalesce(e.rate_minor, 0) * 2 + 3600) / 7200 ELSE 0 END`;

/** A project whose currency was changed may have entries of the former one, which are no part of its amounts. */
const OWN_CURRENCY = 'e.currency = p.currency';
const OF_PROJECT = 'FROM ext_timetracking.entries e JOIN ext_timetracking.projects p ON p.id = e.project_id';

const TOTALS = sql(
  'timetracking_project_totals',
  `SELECT e.project_id AS id, coalesce(sum(e.seconds), 0)::float8 AS seconds,
     coalesce(sum(e.seconds) FILTER (WHERE e.billable AND e.batch_id IS NULL), 0)::float8 AS unbilled_seconds,
     coalesce(sum(${AMOUNT}) FILTER (WHERE e.batch_id IS NULL AND ${OWN_CURRENCY}), 0)::float8 AS unbilled_minor,
     coalesce(sum(${AMOUNT}) FILTER (WHERE ${OWN_CURRENCY}), 0)::float8 AS amount_minor
   ${OF_PROJECT} WHERE e.project_id = ANY ($1::uuid[]) AND p.id = ANY ($1::uuid[]) GROUP BY 1`,
);
const MONTHS = sql(
  'timetracking_project_months',
  `SELECT to_char(e.local_date, 'YYYY-MM') AS month, coalesce(sum(e.seconds), 0)::float8 AS seconds,
     coalesce(sum(${AMOUNT}) FILTER (WHERE ${OWN_CURRENCY}), 0)::float8 AS amount_minor
   ${OF_PROJECT}
   WHERE e.project_id = $1 AND p.id = $1 AND e.started_at >= $2::date - interval '2 days' AND e.local_date >= $2::date GROUP BY 1`,
);
const TASK_SECONDS = sql(
  'timetracking_task_seconds',
  `SELECT t.id, coalesce(sum(e.seconds), 0)::float8 AS seconds FROM ext_timetracking.tasks t
   LEFT JOIN ext_timetracking.entries e ON e.task_id = t.id WHERE t.project_id = $1 GROUP BY 1`,
);

const EXCHANGE = sql(
  'timetracking_tasks_exchange',
  `UPDATE ext_timetracking.tasks SET rate_minor = rate_minor * $3::bigint / $2::bigint, updated_at = now()
   WHERE project_id = $1 AND rate_minor IS NOT NULL`,
);

export interface ProjectTotals {
  id: string;
  seconds: number;
  unbilled_seconds: number;
  unbilled_minor: number;
  amount_minor: number;
}

@AppProvider()
export class ProjectRepository extends EntityRepository<Project> {
  protected readonly entity = Project;

  async byIds(ids: string[]): Promise<Map<string, Project>> {
    return new Map((await this.find({ id: In(ids) })).map((project) => [project.id, project]));
  }

  async totals(ids: string[]): Promise<Map<string, ProjectTotals>> {
    return new Map((await this.rows<ProjectTotals>(TOTALS, ids)).map((row) => [row.id, row]));
  }

  async months(id: string, from: string): Promise<Map<string, { seconds: number; amount_minor: number }>> {
    type Row = { month: string; seconds: number; amount_minor: number };
    return new Map((await this.rows<Row>(MONTHS, id, from)).map((row) => [row.month, row]));
  }
}

@AppProvider()
export class TaskRepository extends EntityRepository<Task> {
  protected readonly entity = Task;

  byIds(ids: string[]): Promise<Task[]> {
    return this.find({ id: In(ids) });
  }

  /** Their rates are the same numbers in another currency, which may have fewer decimals. */
  async exchange(project_id: string, from: string, to: string): Promise<void> {
    for (const { rate_minor } of await this.find({ project_id, rate_minor: Not(IsNull()) }))
      minorOf('rate', money(rate_minor as number, from), to);
    await this.count(EXCHANGE, project_id, minorUnits(1, from), minorUnits(1, to));
  }

  async seconds(projectId: string): Promise<Map<string, number>> {
    const rows = await this.rows<{ id: string; seconds: number }>(TASK_SECONDS, projectId);
    return new Map(rows.map(({ id, seconds }) => [id, seconds]));
  }
}
