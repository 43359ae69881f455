import { sql, columnsOf } from '../../../platform/database/sql.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Funnel, Goal } from '../entities/site.entity.js';

const GOALS = sql(
  'analytics_goals_of',
  'SELECT * FROM ext_analytics.goals WHERE site_id = ANY ($1::uuid[]) ORDER BY site_id, position',
);
const FUNNELS = sql(
  'analytics_funnels_of',
  'SELECT * FROM ext_analytics.funnels WHERE site_id = ANY ($1::uuid[]) ORDER BY site_id, position',
);
/** A goal with the same key stays the same row. */
const SET_GOALS = sql(
  'analytics_set_goals',
  `WITH gone AS (DELETE FROM ext_analytics.goals WHERE site_id = $1 AND key <> ALL ($2::text[]))
   INSERT INTO ext_analytics.goals (site_id, key, name, kind, match, position)
   SELECT $1, key, name, kind, match, position
   FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY given (key, name, kind, match, position)
   ON CONFLICT (site_id, key) DO UPDATE SET name = excluded.name, kind = excluded.kind, match = excluded.match,
     position = excluded.position, updated_at = now()`,
);
const DROP_FUNNELS = sql('analytics_drop_funnels', 'DELETE FROM ext_analytics.funnels WHERE site_id = $1');
const ADD_FUNNELS = sql(
  'analytics_add_funnels',
  `INSERT INTO ext_analytics.funnels (site_id, key, name, steps, position)
   SELECT $1, key, name, ARRAY(SELECT jsonb_array_elements_text(steps)), position
   FROM unnest($2::text[], $3::text[], $4::jsonb[]) WITH ORDINALITY given (key, name, steps, position)`,
);
const FORGET = sql(
  'analytics_forget_goal_days',
  'DELETE FROM ext_analytics.goal_days WHERE goal_id = ANY ($1::uuid[])',
);

export type GoalFields = Pick<Goal, 'key' | 'name' | 'kind' | 'match'>;
export type FunnelFields = Pick<Funnel, 'key' | 'name' | 'steps'>;

/** The goals and funnels of sites, in the order that their owner gave. */
@AppProvider()
export class GoalsRepository extends BaseRepository {
  goals(siteIds: string[]): Promise<Goal[]> {
    return this.rows<Goal>(GOALS, siteIds);
  }

  funnels(siteIds: string[]): Promise<Funnel[]> {
    return this.rows<Funnel>(FUNNELS, siteIds);
  }

  /** Returns the ids of goals that are new, or are met by something else than before: their figures begin anew. */
  async setGoals(siteId: string, goals: GoalFields[]): Promise<string[]> {
    const before = new Map((await this.goals([siteId])).map((goal) => [goal.key, goal]));
    await this.count(SET_GOALS, siteId, ...columnsOf(goals, 'key', 'name', 'kind', 'match'));
    const changed = (await this.goals([siteId])).filter(({ key, kind, match }) => {
      const known = before.get(key);
      return known?.kind !== kind || known.match !== match;
    });
    const ids = changed.map(({ id }) => id);
    if (ids.length) await this.count(FORGET, ids);
    return ids;
  }

  async setFunnels(siteId: string, funnels: FunnelFields[]): Promise<void> {
    await this.count(DROP_FUNNELS, siteId);
    const steps = funnels.map((funnel) => JSON.stringify(funnel.steps));
    if (funnels.length) await this.count(ADD_FUNNELS, siteId, ...columnsOf(funnels, 'key', 'name'), steps);
  }
}
