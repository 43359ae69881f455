import { In, IsNull, Not } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { minorUnits } from '../../../platform/money/money.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { minorOf, money } from '../../kernel/selling/prices.js';
import { Project, Task } from '../entities/project.entity.js';

/** A project whose currency was changed may have entries of the former one, which are no part of its amounts. */
const OWN_CURRENCY = 's.currency = p.currency';
const OF_PROJECTS = `FROM ext_timetracking.time_sums s JOIN ext_timetracking.projects p ON p.id = s.of_id
   WHERE s.owner_id = $1`;

const TOTALS = sql(
  'timetracking_project_totals',
  `SELECT p.id, sum(s.seconds)::float8 AS seconds,
     coalesce(sum(s.seconds) FILTER (WHERE s.billable AND NOT s.billed), 0)::float8 AS unbilled_seconds,
     coalesce(sum(s.amount_minor) FILTER (WHERE NOT s.billed AND ${OWN_CURRENCY}), 0)::float8 AS unbilled_minor,
     coalesce(sum(s.amount_minor) FILTER (WHERE ${OWN_CURRENCY}), 0)::float8 AS amount_minor
   ${OF_PROJECTS} AND s.day = 'infinity' AND s.of_id = ANY ($2::uuid[]) GROUP BY 1`,
);
const MONTHS = sql(
  'timetracking_project_months',
  `SELECT to_char(s.day, 'YYYY-MM') AS month, sum(s.seconds)::float8 AS seconds,
     coalesce(sum(s.amount_minor) FILTER (WHERE ${OWN_CURRENCY}), 0)::float8 AS amount_minor
   ${OF_PROJECTS} AND s.day >= $3::date AND s.day < 'infinity' AND s.of_id = $2 GROUP BY 1`,
);
const TASK_SECONDS = sql(
  'timetracking_task_seconds',
  `SELECT t.id, coalesce(sum(e.seconds), 0)::float8 AS seconds FROM ext_timetracking.tasks t
   LEFT JOIN ext_timetracking.entries e ON e.task_id = t.id WHERE t.project_id = $1 GROUP BY 1`,
);
const TURN = sql(
  'timetracking_tasks_turn',
  `SELECT pg_advisory_xact_lock(hashtextextended('timetracking.tasks ' || $1, 0))`,
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

  async totals(ownerId: string, ids: string[]): Promise<Map<string, ProjectTotals>> {
    return new Map((await this.rows<ProjectTotals>(TOTALS, ownerId, ids)).map((row) => [row.id, row]));
  }

  async months(
    { owner_id, id }: Project,
    from: string,
  ): Promise<Map<string, { seconds: number; amount_minor: number }>> {
    type Row = { month: string; seconds: number; amount_minor: number };
    return new Map((await this.rows<Row>(MONTHS, owner_id, id, from)).map((row) => [row.month, row]));
  }
}

@AppProvider()
export class TaskRepository extends EntityRepository<Task> {
  protected readonly entity = Task;

  /** How many there are with those of the caller. The others who ask wait until the caller's transaction ends. */
  async countInTurn(project_id: string): Promise<number> {
    // Sent together: the count begins when the turn has come, and sees what the others have committed until then.
    const [, count] = await Promise.all([this.rows(TURN, project_id), this.countWhere({ project_id })]);
    return count;
  }

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
