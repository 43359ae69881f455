import { AppProvider } from '../../kernel/app-provider.js';
import { isUnique } from '../../../platform/database/database-error.js';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Link } from '../entities/link.entity.js';
import { List } from '../../kernel/lists/list.js';
import type { LinkView } from '../shortlinks.views.js';
import { SHOWN } from './link.sql.js';

const SHOWN_BY_IDS = sql(
  'shortlinks_shown',
  `SELECT ${SHOWN} FROM unnest($1::uuid[]) WITH ORDINALITY asked (id, place)
   JOIN ext_shortlinks.links l ON l.id = asked.id ORDER BY asked.place`,
);
const TODAY = sql(
  'shortlinks_clicks_today',
  `SELECT count(*)::int AS clicks FROM ext_shortlinks.clicks
   WHERE link_id = $1 AND created_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`,
);

const LIST = {
  columns: 'l.id',
  from: 'ext_shortlinks.links l',
  id: 'l.id',
  filters: {
    q: `strpos(lower(concat_ws(E'\\n', l.slug, l.title, l.url)), lower(?)) > 0`,
    tag: 'l.tags @> ARRAY[?::text]',
    status: 'l.status = ?',
    domain_id: 'CASE WHEN ?::uuid IS NULL THEN l.domain_id IS NULL ELSE l.domain_id = ? END',
  },
  sorts: {
    created: { by: 'l.created_at', type: 'timestamptz' },
    clicks: { by: 'l.clicks_closed', type: 'bigint' },
  },
} as const;
const OWN = new List({ ...LIST, name: 'shortlinks_own', where: 'l.owner_id = $1' });
const REPORTED = new List({
  ...LIST,
  name: 'shortlinks_reported',
  where: 'l.id IN (SELECT r.link_id FROM ext_shortlinks.link_reports r)',
});

export type LinkSort = keyof typeof LIST.sorts;
type Filters = { [Name in keyof typeof LIST.filters]?: string | null };
export type LinkRow = Omit<LinkView, 'short_url'>;
export type LinkChanges = Partial<Omit<Link, 'id' | 'owner_id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class LinkRepository extends EntityRepository<Link> {
  protected readonly entity = Link;

  /** In the order of the ids; links that do not exist are left out. */
  async shown(ids: string[]): Promise<LinkRow[]> {
    return ids.length ? this.rows<LinkRow>(SHOWN_BY_IDS, ids) : [];
  }

  /** The links of an owner; undefined: the reported links of all owners. */
  async list(ownerId: string | undefined, filters: Filters, sort: LinkSort, query: PageQuery): Promise<Page<LinkRow>> {
    const list = ownerId === undefined ? REPORTED : OWN;
    const values = ownerId === undefined ? [] : [ownerId];
    const { rows, next_cursor } = await list.page(this.database, { values, filters, sort, query });
    return { rows: await this.shown(rows.map(({ id }) => id)), next_cursor };
  }

  async change(id: string, changes: LinkChanges): Promise<void> {
    try {
      await this.update({ id }, { ...changes, updated_at: NOW });
    } catch (error) {
      if (isUnique(error, 'links_slug') || isUnique(error, 'links_domain_slug'))
        throw new Refusal(409, 'Slug is taken');
      if (isUnique(error, 'links_external_id')) throw new Refusal(409, 'external_id is already used');
      throw error;
    }
  }

  async clicksToday(id: string): Promise<number> {
    return (await this.onlyOne<{ clicks: number }>(TODAY, id)).clicks;
  }
}
