import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Link } from '../entities/link.entity.js';

// The active ones among so many, and whether anybody came in the last thirty days.
const AFTER = sql(
  'shortlinks_after',
  `SELECT l.id, l.url, l.expired_url, l.rules, l.status = 'active' AND l.blocked_at IS NULL AND (
     EXISTS (SELECT FROM ext_shortlinks.link_days d
       WHERE d.link_id = l.id AND d.day >= (now() AT TIME ZONE 'UTC')::date - 30)
     OR EXISTS (SELECT FROM ext_shortlinks.clicks c
       WHERE c.link_id = l.id AND c.created_at >= now() - interval '30 days')
   ) AS is_clicked
   FROM ext_shortlinks.links l WHERE l.id > $1 ORDER BY l.id LIMIT $2`,
);
const CHECKED = sql(
  'shortlinks_checked',
  `WITH held AS (
     SELECT id FROM ext_shortlinks.links WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE
   )
   UPDATE ext_shortlinks.links l SET url_checked_at = now(),
     warned_at = CASE WHEN l.id = ANY ($2::uuid[]) THEN coalesce(l.warned_at, now()) ELSE l.warned_at END
   FROM held WHERE l.id = held.id`,
);

export type KeptLink = Pick<Link, 'id' | 'url' | 'expired_url' | 'rules'> & { is_clicked: boolean };

@AppProvider()
export class LinkUpkeepRepository extends BaseRepository {
  /** So many of all links, in the order of their ids. */
  after(id: string, limit: number): Promise<KeptLink[]> {
    return this.rows<KeptLink>(AFTER, id, limit);
  }

  /** `harmful`: those of them that visitors are warned of from now on. */
  async checked(ids: string[], harmful: string[]): Promise<void> {
    await this.count(CHECKED, ids, harmful);
  }
}
