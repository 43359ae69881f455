import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import { during } from '../../kernel/stats/figures.js';
import { OwnerDaysRepository } from '../../kernel/stats/owner-days.repository.js';
import { BY_DAY, BY_VALUE, SCANS } from './scan-events.js';

const COUNTS = sql(
  'qr_stats_codes',
  `SELECT count(*) FILTER (WHERE status <> 'deleted')::int AS codes,
     count(*) FILTER (WHERE status <> 'deleted' AND mode = 'dynamic')::int AS dynamic_codes,
     count(*) FILTER (WHERE status <> 'deleted' AND mode = 'static')::int AS static_codes,
     count(*) FILTER (WHERE ${during('created_at')})::int AS codes_created,
     count(*) FILTER (WHERE status = 'active' AND mode = 'dynamic' AND scans_closed = 0
       AND NOT EXISTS (SELECT FROM ext_qr.scans s WHERE s.code_id = c.id))::int AS never_scanned
   FROM ext_qr.codes c WHERE owner_id = $1`,
);
const NAMES = sql(
  'qr_names_of',
  `SELECT id, name FROM ext_qr.codes WHERE id = ANY ($1::uuid[]) AND status <> 'deleted'`,
);

export interface CodeCounts {
  codes: number;
  dynamic_codes: number;
  static_codes: number;
  codes_created: number;
  never_scanned: number;
}

@AppProvider()
export class OwnerDayRepository extends OwnerDaysRepository<{ scans: number; visitors: number }> {
  protected readonly declared = {
    table: 'ext_qr.owner_days',
    events: SCANS,
    days: BY_DAY,
    values: { ...BY_VALUE, dimensions: { country: BY_VALUE.dimensions.country } },
  };

  countCodes(ownerId: string, { from, to }: Days): Promise<CodeCounts> {
    return this.onlyOne<CodeCounts>(COUNTS, ownerId, from, to);
  }

  /** Without deleted codes. */
  async namesOf(ids: string[]): Promise<Map<string, string>> {
    const rows = await this.rows<{ id: string; name: string }>(NAMES, ids);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
