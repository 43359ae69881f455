import { BaseRepository } from '../../../platform/database/base.repository.js';
import { keyed, sql } from '../../../platform/database/sql.js';
import { openSince } from '../../../web-events/days/event-tables.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { CLICKS } from './click-events.js';
import type { Affiliate } from '../entities/affiliate.entity.js';
import type { Program } from '../entities/program.entity.js';

export interface LinkedProgram extends Pick<Program, 'landing_url' | 'attribution_days'> {
  affiliate_id: Affiliate['id'];
  /** The program and the affiliate are active, and their accounts too: a click counts. */
  is_open: boolean;
}

export interface NewClick {
  affiliate_id: string;
  token: string;
  visitor_hash: string;
  path: string;
  referrer_host: string | null;
  attribution_days: number;
}

// A landing page of a banned merchant is nowhere to send visitors.
const BY_CODE = keyed(
  'affiliates_link',
  `SELECT a.id AS affiliate_id, p.landing_url, p.attribution_days,
     p.status = 'active' AND a.status = 'active' AND coalesce(w.user_status = 'active', false) AS is_open
   FROM ext_affiliates.affiliates a JOIN ext_affiliates.programs p ON p.id = a.program_id
   JOIN account.users m ON m.id = p.owner_id AND m.user_status = 'active'
   LEFT JOIN account.users w ON w.id = a.owner_id WHERE a.code = $1`,
  'text',
);
const HALF_HOUR = 'floor(extract(epoch FROM now()) / 1800)::int';
// The unique key decides between two visits at once; who loses it reads the click of the other.
const CLICK = sql(
  'affiliates_click',
  `WITH known AS (
     SELECT token FROM ext_affiliates.clicks
     WHERE affiliate_id = $1 AND visitor_hash = $3 AND half_hour >= ${HALF_HOUR} - 1
       AND created_at > now() - interval '30 minutes' ORDER BY half_hour DESC LIMIT 1
   ), made AS (
     INSERT INTO ext_affiliates.clicks (affiliate_id, token, visitor_hash, half_hour, path, referrer_host, expires_at)
     SELECT $1, $2, $3, ${HALF_HOUR}, $4, $5, now() + make_interval(days => $6)
     WHERE NOT EXISTS (SELECT FROM known) ON CONFLICT DO NOTHING RETURNING token
   )
   SELECT token FROM known UNION ALL SELECT token FROM made`,
);
const CLEAR_DAY = sql('affiliates_clear_program_day', 'DELETE FROM ext_affiliates.program_days WHERE day = $1');
const FILL_DAY = sql(
  'affiliates_fill_program_day',
  `INSERT INTO ext_affiliates.program_days (program_id, day, clicks, visitors)
   SELECT a.program_id, d.day, sum(d.clicks), sum(d.visitors) FROM ext_affiliates.click_days d
   JOIN ext_affiliates.affiliates a ON a.id = d.affiliate_id WHERE d.day = $1 GROUP BY a.program_id, d.day`,
);
// The oldest first, and each batch behind the last one: what conversions name stays and is not read again and again.
const FORGET = sql(
  'affiliates_forget_clicks',
  `WITH old AS (
     SELECT c.id, c.expires_at FROM ext_affiliates.clicks c
     WHERE c.expires_at > $1 AND c.expires_at < now() - interval '30 days'
     ORDER BY c.expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
   ), gone AS (
     DELETE FROM ext_affiliates.clicks c USING old
     WHERE c.id = old.id AND c.created_at < ${openSince(CLICKS)} AND NOT EXISTS (SELECT FROM ext_affiliates.conversions v WHERE v.click_id = c.id)
   )
   SELECT max(expires_at) AS through, count(*)::int AS read FROM old`,
);

@AppProvider()
export class ClickRepository extends BaseRepository {
  byCode(code: string): Promise<LinkedProgram | undefined> {
    return this.quick<LinkedProgram>(BY_CODE, code);
  }

  /** The token of the click; of the same visitor within half an hour it is the same. */
  async record({ affiliate_id, token, visitor_hash, path, referrer_host, attribution_days }: NewClick) {
    const values = [affiliate_id, token, visitor_hash, path, referrer_host, attribution_days];
    for (let attempt = 0; attempt < 2; attempt++) {
      const click = await this.database.transaction(() => this.one<{ token: string }>(CLICK, ...values));
      if (click) return click.token;
    }
    return undefined;
  }

  /** Writes the day of all programs anew from the days of their affiliates. */
  async closeProgramDay(day: string): Promise<void> {
    await this.count(CLEAR_DAY, day);
    await this.count(FILL_DAY, day);
  }

  /** Deletes the clicks of one batch that ended 30 days ago; `through`: up to where it has read. */
  forgetBatch(after: Date | string, limit: number): Promise<{ through: Date | null; read: number }> {
    return this.onlyOne<{ through: Date | null; read: number }>(FORGET, after, limit);
  }
}
