import { AppProvider } from '../kernel/app-provider.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { during } from '../kernel/stats/figures.js';

const MEDIAN = (seconds: string, where: string) =>
  `round((percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds}) FILTER (WHERE ${where}) / 60)::numeric, 1)::float8`;
const SHARE = (part: string, of: string) => `round(avg((${part})::int) FILTER (WHERE ${of}), 4)::float8`;
// What went into another ticket is done there.
const RESOLVED = `merged_into_id IS NULL AND ${during('resolved_at')}`;
const OPENED = `merged_into_id IS NULL AND ${during('created_at')}`;

const TICKETS = sql(
  'support_stats_tickets',
  `SELECT count(*) FILTER (WHERE ${during('created_at')})::int AS tickets_opened,
     count(*) FILTER (WHERE ${RESOLVED})::int AS tickets_resolved,
     ${MEDIAN('first_response_seconds', during('first_responded_at'))} AS median_first_response_minutes,
     ${MEDIAN('resolution_used_seconds', RESOLVED)} AS median_resolution_minutes,
     ${SHARE('NOT response_breached', `${OPENED} AND (first_responded_at IS NOT NULL OR response_breached)`)}
       AS met_response,
     ${SHARE('NOT resolution_breached', `${OPENED} AND (resolved_at IS NOT NULL OR resolution_breached)`)}
       AS met_resolution,
     ${SHARE('reopened_count > 0', `${OPENED} AND (resolved_at IS NOT NULL OR reopened_count > 0)`)} AS reopened_share
   FROM ext_support.tickets WHERE owner_id = $1`,
);
const CSAT = sql(
  'support_stats_csat',
  `SELECT round(avg(score), 2)::float8 AS csat_average,
     round(avg((score >= 4)::int), 4)::float8 AS csat_positive_share, count(*)::int AS csat_count
   FROM ext_support.ratings WHERE desk_owner_id = $1 AND ${during('created_at')}`,
);
const AGENTS = sql(
  'support_stats_agents',
  `SELECT user_id, coalesce(resolved, 0) AS resolved, median_first_response_minutes, csat_average
   FROM (
     SELECT assignee_id AS user_id, count(*) FILTER (WHERE ${RESOLVED})::int AS resolved,
       ${MEDIAN('first_response_seconds', during('first_responded_at'))} AS median_first_response_minutes
     FROM ext_support.tickets WHERE owner_id = $1 AND assignee_id IS NOT NULL
       AND (${during('resolved_at')} OR ${during('first_responded_at')})
     GROUP BY assignee_id
   ) done FULL JOIN (
     SELECT agent_id AS user_id, round(avg(score), 2)::float8 AS csat_average FROM ext_support.ratings
     WHERE desk_owner_id = $1 AND agent_id IS NOT NULL AND ${during('created_at')} GROUP BY agent_id
   ) rated USING (user_id)
   ORDER BY 2 DESC, user_id`,
);

export interface TicketFigures {
  tickets_opened: number;
  tickets_resolved: number;
  median_first_response_minutes: number | null;
  median_resolution_minutes: number | null;
  met_response: number | null;
  met_resolution: number | null;
  reopened_share: number | null;
}

export interface CsatFigures {
  csat_average: number | null;
  csat_positive_share: number | null;
  csat_count: number;
}

export interface AgentFigures {
  user_id: string;
  resolved: number;
  median_first_response_minutes: number | null;
  csat_average: number | null;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  async tickets(ownerId: string, from: string, to: string): Promise<TicketFigures> {
    return (await this.one<TicketFigures>(TICKETS, ownerId, from, to)) as TicketFigures;
  }

  async csat(ownerId: string, from: string, to: string): Promise<CsatFigures> {
    return (await this.one<CsatFigures>(CSAT, ownerId, from, to)) as CsatFigures;
  }

  agents(ownerId: string, from: string, to: string): Promise<AgentFigures[]> {
    return this.rows<AgentFigures>(AGENTS, ownerId, from, to);
  }
}
