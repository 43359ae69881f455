import { AppProvider } from '../../kernel/app-provider.js';
import { isUnique } from '../../../platform/database/database-error.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Link } from '../entities/link.entity.js';
import type { LinkRow } from '../shortlinks.presenter.js';
import { SHOWN } from './link.sql.js';

const SHOWN_BY_IDS = sql(
  'shortlinks_shown',
  `SELECT ${SHOWN} FROM unnest($1::uuid[]) WITH ORDINALITY asked (id, place)
   JOIN ext_shortlinks.links l ON l.id = asked.id ORDER BY asked.place`,
);
const LOCK = sql('shortlinks_lock', 'SELECT * FROM ext_shortlinks.links WHERE id = $1 FOR NO KEY UPDATE');
const TODAY = sql(
  'shortlinks_clicks_today',
  `SELECT count(*)::int AS clicks FROM ext_shortlinks.clicks
   WHERE link_id = $1 AND created_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`,
);
const DELETE = sql('shortlinks_delete', 'DELETE FROM ext_shortlinks.links WHERE id = $1');
const COUNT_ON = sql('shortlinks_count_on', 'SELECT count(*)::int AS n FROM ext_shortlinks.links WHERE domain_id = $1');

export type LinkChanges = Partial<Omit<Link, 'id' | 'owner_id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class LinkRepository extends BaseRepository {
  /** In the order of the ids; those that are not there are left out. */
  async shown(ids: string[]): Promise<LinkRow[]> {
    return ids.length ? this.rows<LinkRow>(SHOWN_BY_IDS, ids) : [];
  }

  lock(id: string): Promise<Link | undefined> {
    return this.one<Link>(LOCK, id);
  }

  async change(id: string, changes: LinkChanges): Promise<void> {
    try {
      await this.table(Link).update({ id }, { ...changes, updated_at: () => 'now()' });
    } catch (error) {
      if (isUnique(error, 'links_slug') || isUnique(error, 'links_domain_slug'))
        throw new Refusal(409, 'Slug is taken');
      if (isUnique(error, 'links_external_id')) throw new Refusal(409, 'external_id is already used');
      throw error;
    }
  }

  async delete(id: string): Promise<void> {
    await this.count(DELETE, id);
  }

  async clicksToday(id: string): Promise<number> {
    return (await this.one<{ clicks: number }>(TODAY, id))?.clicks ?? 0;
  }

  async countOn(domainId: string): Promise<number> {
    return (await this.one<{ n: number }>(COUNT_ON, domainId))?.n ?? 0;
  }
}
