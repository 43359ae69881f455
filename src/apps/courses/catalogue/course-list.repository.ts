import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { personBy } from '../../kernel/rows/person.js';
import type { CardRow } from './course.presenter.js';

// Seats are taken by students and by open checkouts, and the latter are few.
const CARD = `c.id, c.title, c.subtitle, c.language, c.level, c.category_id, c.tags, c.cover_file_id,
  c.price_minor, c.currency, c.status, c.lessons_count, c.duration_seconds, c.rating_sum, c.rating_count,
  c.published_at, c.created_at, ${personBy('c.owner_id')} AS teacher,
  c.seats_taken - (SELECT count(*)::int FROM ext_courses.orders o
    WHERE o.course_id = c.id AND o.status = 'pending' AND o.holds_seat) AS students`;

const CARDS = sql(
  'courses_cards',
  `SELECT ${CARD} FROM unnest($1::uuid[]) WITH ORDINALITY asked (id, at)
   JOIN ext_courses.courses c ON c.id = asked.id ORDER BY asked.at`,
);

const filters = {
  query: `c.search @@ websearch_to_tsquery('simple', ?)`,
  category_id: 'c.category_id = ?',
  tag: 'c.tags @> ARRAY[?::text]',
  level: 'c.level = ?',
  language: 'c.language = ?',
  free: '(c.price_minor = 0) = ?::boolean',
  owner_id: 'c.owner_id = ?',
};
const rated = { by: 'coalesce(c.rating_sum * 100::bigint / nullif(c.rating_count, 0), 0)', type: 'bigint' } as const;
const popular = { by: 'c.seats_taken', type: 'int' } as const;
const shared = { columns: CARD, from: 'ext_courses.courses c', id: 'c.id', filters };

// Each sort has an index over the published courses.
const PUBLISHED = new List({
  ...shared,
  name: 'courses_list',
  where: `c.status = 'published' AND (SELECT user_status = 'active' FROM account.users WHERE id = c.owner_id)`,
  sorts: { newest: { by: 'c.published_at', type: 'timestamptz' }, popular, rating: rated },
});
const OF_STATUS = new List({
  ...shared,
  name: 'courses_list_own',
  where: 'c.status = $1',
  sorts: { newest: { by: 'coalesce(c.published_at, c.created_at)', type: 'timestamptz' }, popular, rating: rated },
});

export type CourseSort = 'newest' | 'popular' | 'rating';
export type CourseFilters = { [Name in keyof typeof filters]?: unknown };

@AppProvider()
export class CourseListRepository extends BaseRepository {
  /** The published courses of everybody; in another status, those of the owner whom the filters name. */
  list(asked: CourseFilters, status: string, sort: CourseSort, query: PageQuery) {
    const call = { filters: asked, sort, query };
    if (status === 'published') return PUBLISHED.page<CardRow>(this.database, call);
    return OF_STATUS.page<CardRow>(this.database, { ...call, values: [status] });
  }

  /** In the order of the ids. */
  cards(ids: string[]): Promise<CardRow[]> {
    return ids.length ? this.rows<CardRow>(CARDS, ids) : Promise.resolve([]);
  }
}
