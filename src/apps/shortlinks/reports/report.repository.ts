import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { ReportReason } from '../entities/link-report.entity.js';
import type { ReportsView } from '../shortlinks.views.js';

const REPORTERS = 5;
const LATEST = 5;

// One report after the other, so that the fifth sees the four before it.
const LOCK = sql('shortlinks_lock_reported', 'SELECT FROM ext_shortlinks.links WHERE id = $1 FOR NO KEY UPDATE');
const ADD = sql(
  'shortlinks_report',
  `INSERT INTO ext_shortlinks.link_reports (link_id, reporter_hash, reason, details) VALUES ($1, $2, $3, $4)
   ON CONFLICT (link_id, reporter_hash) DO NOTHING`,
);
const WARN = sql(
  'shortlinks_warn',
  `UPDATE ext_shortlinks.links SET warned_at = now() WHERE id = $1 AND warned_at IS NULL AND ${REPORTERS} <= (
     SELECT count(*) FROM ext_shortlinks.link_reports
     WHERE link_id = $1 AND created_at > now() - interval '24 hours')`,
);
const OF = sql(
  'shortlinks_reports_of',
  `SELECT asked.id AS link_id,
     (SELECT count(*)::int FROM ext_shortlinks.link_reports WHERE link_id = asked.id) AS count, (
       SELECT coalesce(json_agg(r), '[]') FROM (
         SELECT reason, details, created_at FROM ext_shortlinks.link_reports WHERE link_id = asked.id
         ORDER BY created_at DESC, id DESC LIMIT ${LATEST}
       ) r
     ) AS latest
   FROM unnest($1::uuid[]) asked (id)`,
);
const HELD = `WITH held AS (
    SELECT l.id FROM ext_shortlinks.links l
    WHERE (l.id = $1 OR ext_shortlinks.domains_of(l.url, l.expired_url, l.rules) && $2::text[])`;
// As all who change several links: in the order of their ids.
const BLOCK = sql(
  'shortlinks_block',
  `${HELD} AND l.blocked_at IS NULL ORDER BY l.id FOR NO KEY UPDATE)
   UPDATE ext_shortlinks.links l
   SET warned_at = coalesce(l.warned_at, now()), blocked_at = now(), blocked_reason = $3
   WHERE l.id = ANY (ARRAY(SELECT id FROM held))`,
);
const UNBLOCK = sql(
  'shortlinks_unblock',
  `${HELD} AND (l.blocked_at IS NOT NULL OR l.warned_at IS NOT NULL) ORDER BY l.id FOR NO KEY UPDATE
   ), decided AS (
     DELETE FROM ext_shortlinks.link_reports WHERE link_id = ANY (ARRAY(SELECT id FROM held))
   )
   UPDATE ext_shortlinks.links SET warned_at = NULL, blocked_at = NULL, blocked_reason = NULL
   WHERE id = ANY (ARRAY(SELECT id FROM held))`,
);

export interface NewReport {
  reporter_hash: Buffer;
  reason: ReportReason;
  details: string | null;
}

/** One link, or all that lead to a host or below it. */
export type Blocked = { linkId: string; host?: undefined } | { linkId?: undefined; host: string };

@AppProvider()
export class ReportRepository extends BaseRepository {
  /** The same again changes nothing. With the fifth of a day, visitors are warned. */
  async add(linkId: string, { reporter_hash, reason, details }: NewReport): Promise<void> {
    await this.rows(LOCK, linkId);
    const isNew = (await this.count(ADD, linkId, reporter_hash, reason, details)) > 0;
    if (isNew) await this.count(WARN, linkId);
  }

  async of(linkIds: string[]): Promise<Map<string, ReportsView>> {
    const rows = await this.rows<ReportsView & { link_id: string }>(OF, linkIds);
    return new Map(rows.map(({ link_id, count, latest }) => [link_id, { count, latest }]));
  }

  /** How many were not blocked before. */
  block({ linkId, host }: Blocked, reason: string): Promise<number> {
    return this.count(BLOCK, linkId ?? null, host === undefined ? [] : [host], reason);
  }

  /** How many were blocked, or warned of; what was said of them is decided. */
  unblock({ linkId, host }: Blocked): Promise<number> {
    return this.count(UNBLOCK, linkId ?? null, host === undefined ? [] : [host]);
  }
}
