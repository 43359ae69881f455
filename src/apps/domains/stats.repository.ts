import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import type { Days } from '../kernel/stats/app-stats.js';
import { during } from '../kernel/stats/figures.js';
import { TARGETS } from './entities/domain.entity.js';

const counting = (condition: string) => `count(*) FILTER (WHERE ${condition})::int`;
const MAPPED = `status = 'verified' AND target_app`;
const NOW = sql(
  'domains_stats_now',
  `SELECT ${counting(`status <> 'removed'`)} AS domains,
     ${counting(`status = 'verified'`)} AS verified,
     ${counting(`status = 'pending'`)} AS pending,
     ${counting(`status = 'failed'`)} AS failed,
     ${counting(`status = 'lapsed'`)} AS lapsed,
     ${counting(`status = 'verified' AND routing IN ('wrong', 'missing')`)} AS routing_problems,
     ${counting(`${MAPPED} IS NOT NULL`)} AS mapped,
     jsonb_build_object(${TARGETS.map((app) => `'${app}', ${counting(`${MAPPED} = '${app}'`)}`).join(', ')}) AS by_target
   FROM ext_domains.domains WHERE owner_id = $1`,
);
const CHECKS = sql(
  'domains_stats_checks',
  `SELECT count(*)::int AS checks FROM ext_domains.domains d
   JOIN ext_domains.checks c ON c.domain_id = d.id AND ${during('c.created_at')} WHERE d.owner_id = $1`,
);
const WAITS = sql(
  'domains_stats_waits',
  `SELECT round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM verified_at - created_at) / 60))::numeric, 2)
     ::float8 AS median_minutes_to_verify
   FROM ext_domains.domains WHERE owner_id = $1 AND ${during('verified_at')}`,
);

interface Counts {
  domains: number;
  verified: number;
  pending: number;
  failed: number;
  lapsed: number;
  routing_problems: number;
  mapped: number;
  by_target: object;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  /** At this moment. */
  counts(userId: string): Promise<Counts> {
    return this.onlyOne<Counts>(NOW, userId);
  }

  checks(userId: string, { from, to }: Days): Promise<{ checks: number }> {
    return this.onlyOne(CHECKS, userId, from, to);
  }

  waits(userId: string, { from, to }: Days): Promise<{ median_minutes_to_verify: number | null }> {
    return this.onlyOne(WAITS, userId, from, to);
  }
}
