import { IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { ListOf, Nullable, Uuid } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { during } from '../kernel/stats/figures.js';

class FailingView {
  @Uuid() workflow_id!: string;
  @IsString() name!: string;
  @IsInt() failed!: number;
  @Nullable() @IsString() last_error!: string | null;
}
class RunsView {
  @IsObject() by_status!: object;
  @IsObject() by_trigger!: object;
}
class Figures {
  /** Now. */
  @IsInt() workflows_active!: number;
  @IsObject() runs!: RunsView;
  /** In percent, of the runs that have succeeded, failed or timed out. */
  @Nullable() @IsNumber() success_rate!: number | null;
  @Nullable() @IsNumber() median_duration_ms!: number | null;
  @IsInt() steps_executed!: number;
  @IsInt() retries!: number;
  /** Now. */
  @IsInt() waiting_approvals!: number;
  @ListOf(() => FailingView) top_failing!: FailingView[];
  /** Against the limit of 1,000. */
  @IsInt() runs_last_hour!: number;
}

const OVER = `status IN ('succeeded', 'failed', 'timed_out')`;
const counts = (column: string) =>
  `(SELECT coalesce(json_object_agg(${column}, n), '{}') FROM (SELECT ${column}, count(*)::int AS n FROM run GROUP BY 1) one)`;
const FIGURES = sql(
  'workflows_figures',
  `WITH run AS (
     SELECT * FROM ext_workflows.runs WHERE owner_id = $1 AND ${during('created_at')}
   ), step AS (
     SELECT s.attempt FROM run JOIN ext_workflows.run_steps s ON s.run_id = run.id WHERE s.status <> 'skipped'
   ), failing AS (
     SELECT workflow_id, count(*)::int AS failed, (array_agg(error ORDER BY created_at DESC))[1] AS last_error
     FROM run WHERE status IN ('failed', 'timed_out') GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5
   ) SELECT
     (SELECT count(*)::int FROM ext_workflows.workflows WHERE owner_id = $1 AND status = 'active') AS workflows_active,
     json_build_object('by_status', ${counts('status')}, 'by_trigger', ${counts('trigger')}) AS runs,
     (SELECT round(100.0 * count(*) FILTER (WHERE status = 'succeeded') / nullif(count(*), 0), 2)::float
       FROM run WHERE ${OVER}) AS success_rate,
     (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - started_at) * 1000)
       FROM run WHERE ${OVER}) AS median_duration_ms,
     (SELECT count(*)::int FROM step) AS steps_executed,
     (SELECT count(*)::int FROM step WHERE attempt > 1) AS retries,
     (SELECT count(*)::int FROM ext_workflows.runs r JOIN ext_workflows.run_steps s ON s.run_id = r.id
       WHERE r.owner_id = $1 AND r.status = 'waiting' AND s.kind = 'approval' AND s.status = 'waiting')
       AS waiting_approvals,
     (SELECT coalesce(json_agg(json_build_object('workflow_id', w.id, 'name', w.name, 'failed', f.failed,
         'last_error', f.last_error) ORDER BY f.failed DESC, w.id), '[]')
       FROM failing f JOIN ext_workflows.workflows w ON w.id = f.workflow_id) AS top_failing,
     (SELECT count(*)::int FROM ext_workflows.runs WHERE owner_id = $1 AND created_at > now() - interval '1 hour')
       AS runs_last_hour`,
);

@AppProvider()
export class FiguresRepository extends BaseRepository {
  of(userId: string, { from, to }: Days): Promise<Figures> {
    return this.onlyOne<Figures>(FIGURES, userId, from, to);
  }
}

@AppProvider()
export class WorkflowsStats extends AppStats {
  readonly shape = Figures;

  constructor(private readonly figures: FiguresRepository) {
    super();
  }

  of(userId: string, days: Days): Promise<Figures> {
    return this.figures.of(userId, days);
  }
}
