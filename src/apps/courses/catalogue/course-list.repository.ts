import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { searching, sql, type Statement } from '../../../platform/database/sql.js';
import type { CardRow } from '../courses.presenter.js';

// Seats are taken by students and by open checkouts, and the latter are few.
const CARD = `c.id, c.title, c.subtitle, c.language, c.level, c.category_id, c.tags, c.cover_file_id,
  c.price_minor, c.currency, c.status, c.lessons_count, c.duration_seconds, c.rating_sum, c.rating_count,
  c.published_at, c.created_at, c.owner_id AS teacher_id,
  (SELECT username FROM account.users WHERE id = c.owner_id) AS teacher_username,
  c.seats_taken - (SELECT count(*)::int FROM ext_courses.orders o
    WHERE o.course_id = c.id AND o.status = 'pending' AND o.holds_seat) AS students`;

const CARDS = sql(
  'courses_cards',
  `SELECT ${CARD} FROM unnest($1::uuid[]) WITH ORDINALITY asked (id, at)
   JOIN ext_courses.courses c ON c.id = asked.id ORDER BY asked.at`,
);

/** What each filter asks, in the place of `?`; the order of the letters makes the statement's name. */
const FILTERS = {
  query: [`w`, `c.search @@ websearch_to_tsquery('simple', ?)`],
  category_id: ['c', 'c.category_id = ?'],
  tag: ['t', 'c.tags @> ARRAY[?::text]'],
  level: ['l', 'c.level = ?'],
  language: ['g', 'c.language = ?'],
  free: ['f', '(c.price_minor = 0) = ?::boolean'],
  owner_id: ['o', 'c.owner_id = ?'],
} as const;

/** Of what is published alone, so that the indexes serve; an own list is short. */
const SORTS = {
  newest: { key: 'coalesce(c.published_at, c.created_at)', type: 'timestamptz', first: 'infinity' },
  popular: { key: 'c.seats_taken', type: 'int', first: '2147483647' },
  rating: {
    key: 'coalesce(c.rating_sum * 100::bigint / nullif(c.rating_count, 0), 0)',
    type: 'bigint',
    first: '9223372036854775807',
  },
} as const;
const PUBLISHED_AT = { ...SORTS.newest, key: 'c.published_at' };
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export type CourseSort = keyof typeof SORTS;
export type CourseFilters = { [name in keyof typeof FILTERS]?: unknown };

interface Found {
  id: string;
  key: string;
}

@AppProvider()
export class CourseListRepository extends BaseRepository {
  /** `status`: of the published ones of all, or of one owner's in this state. */
  async list(filters: CourseFilters, status: string, sort: CourseSort, query: PageQuery) {
    const page = new Keyset({ name: `courses-${sort}`, defaultLimit: 20, maxLimit: 100 });
    const slice = page.read(query);
    const isPublished = status === 'published';
    const by = isPublished && sort === 'newest' ? PUBLISHED_AT : SORTS[sort];
    const given = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).filter((name) => filters[name] !== undefined);
    const statement = listOf(given, isPublished, by, sort);
    const after = slice.after ?? [by.first, LAST_ID];
    const values = given.map((name) => filters[name]);
    const found = await this.rows<Found>(
      statement,
      after[0],
      after[1],
      slice.fetch,
      ...(isPublished ? [] : [status]),
      ...values,
    );
    const { rows, next_cursor } = page.cut(found, slice, ({ key, id }) => [key, id]);
    return { rows: await this.cards(rows.map(({ id }) => id)), next_cursor };
  }

  /** In the order of the ids. */
  cards(ids: string[]): Promise<CardRow[]> {
    return ids.length ? this.rows<CardRow>(CARDS, ids) : Promise.resolve([]);
  }
}

function listOf(
  given: (keyof typeof FILTERS)[],
  isPublished: boolean,
  { key, type }: { key: string; type: string },
  sort: CourseSort,
): Statement {
  const from = isPublished ? 4 : 5;
  const conditions = given.map((name, at) => FILTERS[name][1].replace('?', `$${from + at}`));
  const state = isPublished
    ? [`c.status = 'published'`, `(SELECT user_status = 'active' FROM account.users WHERE id = c.owner_id)`]
    : ['c.status = $4'];
  const letters = given.map((name) => FILTERS[name][0]).join('');
  return searching(
    `courses_list ${sort} ${isPublished ? '' : 'own '}${letters}`,
    `SELECT c.id, (${key})::text AS key FROM ext_courses.courses c
     WHERE ${[...state, ...conditions].join(' AND ')} AND (${key}, c.id) < ($1::${type}, $2::uuid)
     ORDER BY ${key} DESC, c.id DESC LIMIT $3`,
  );
}
