import { AppProvider } from '../../kernel/app-provider.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { searching, type Statement } from '../../../platform/database/sql.js';
import { LinkRepository } from './link.repository.js';

/** What each filter asks, in the place of `?`; the letters make the statement's name. */
const FILTERS = {
  q: ['q', `strpos(lower(concat_ws(E'\\n', l.slug, l.title, l.url)), lower(?)) > 0`],
  tag: ['t', 'l.tags @> ARRAY[?::text]'],
  status: ['s', 'l.status = ?'],
  domain_id: ['d', 'CASE WHEN ?::uuid IS NULL THEN l.domain_id IS NULL ELSE l.domain_id = ? END'],
} as const;

const SORTS = {
  created: { key: 'l.created_at', type: 'timestamptz', first: 'infinity' },
  clicks: { key: 'l.clicks_closed', type: 'bigint', first: '9223372036854775807' },
} as const;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export type LinkSort = keyof typeof SORTS;
type Filter = keyof typeof FILTERS;
type Filters = { [name in Filter]?: string | null };

interface Found {
  id: string;
  key: string;
}

@AppProvider()
export class LinkListRepository extends BaseRepository {
  constructor(
    database: DatabaseService,
    private readonly links: LinkRepository,
  ) {
    super(database);
  }

  /** Of an owner; undefined: the reported ones of everybody. */
  async list(ownerId: string | undefined, filters: Filters, sort: LinkSort, query: PageQuery) {
    const page = new Keyset({ name: `shortlinks-${sort}`, defaultLimit: 20, maxLimit: 100 });
    const slice = page.read(query);
    const given = (Object.keys(FILTERS) as Filter[]).filter((name) => filters[name] !== undefined);
    const [key, id] = slice.after ?? [SORTS[sort].first, LAST_ID];
    const found = await this.rows<Found>(
      listOf(given, sort, ownerId !== undefined),
      key,
      id,
      slice.fetch,
      ...(ownerId === undefined ? [] : [ownerId]),
      ...given.map((name) => filters[name]),
    );
    const { rows, next_cursor } = page.cut(found, slice, (row) => [row.key, row.id]);
    return { rows: await this.links.shown(rows.map((row) => row.id)), next_cursor };
  }
}

function listOf(given: Filter[], sort: LinkSort, isOwn: boolean): Statement {
  const { key, type } = SORTS[sort];
  const whose = isOwn ? 'l.owner_id = $4' : 'l.id IN (SELECT r.link_id FROM ext_shortlinks.link_reports r)';
  const from = isOwn ? 5 : 4;
  const conditions = given.map((name, at) => FILTERS[name][1].replaceAll('?', `$${from + at}`));
  const letters = given.map((name) => FILTERS[name][0]).join('');
  return searching(
    ['shortlinks_list', sort, isOwn ? 'own' : 'reported', letters].filter(Boolean).join('_'),
    `SELECT l.id, (${key})::text AS key FROM ext_shortlinks.links l
     WHERE ${[whose, ...conditions].join(' AND ')} AND (${key}, l.id) < ($1::${type}, $2::uuid)
     ORDER BY ${key} DESC, l.id DESC LIMIT $3`,
  );
}
