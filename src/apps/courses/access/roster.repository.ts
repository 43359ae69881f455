import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { searching, sql, type Statement } from '../../../platform/database/sql.js';
import { isLive } from './enrollment.repository.js';
import { personIn } from '../../kernel/rows/person.js';

const ACTIVITY = 'coalesce(e.last_activity_at, e.created_at)';

/** What each filter asks, in the place of `?`. */
const FILTERS = {
  status: ['s', `(${isLive('e')}) = (?::text = 'active')`],
  completed: ['c', '(e.completed_at IS NOT NULL) = ?::boolean'],
  inactive_days: ['i', `${ACTIVITY} < now() - make_interval(days => ?::int)`],
  min_progress: ['m', 'e.progress_percent >= ?::int'],
  max_progress: ['x', 'e.progress_percent <= ?::int'],
  query: ['q', 'u.username ILIKE ?'],
} as const;
type Filter = keyof typeof FILTERS;
export type RosterFilters = { [name in Filter]?: unknown };

const SORTS = {
  newest: { key: 'e.created_at', type: 'timestamptz', first: 'infinity' },
  progress: { key: 'e.progress_percent', type: 'int', first: '101' },
  last_activity: { key: ACTIVITY, type: 'timestamptz', first: 'infinity' },
} as const;
export type RosterSort = keyof typeof SORTS;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const MINE_STATES = {
  active: isLive('e'),
  completed: 'e.completed_at IS NOT NULL',
  ended: `NOT ${isLive('e')}`,
  all: 'true',
} as const;
export type MineStatus = keyof typeof MINE_STATES;

// The reason that lasts longest, of those that are left.
const SOURCE = `(SELECT g.source FROM ext_courses.grants g WHERE g.enrollment_id = e.id
  ORDER BY g.revoked_at IS NOT NULL, g.expires_at DESC NULLS FIRST, g.created_at DESC LIMIT 1)`;
const mine = (status: MineStatus) =>
  sql(
    `courses_mine ${status}`,
    `SELECT e.id, e.course_id, e.progress_percent, e.last_lesson_id, e.last_activity_at, e.expires_at, e.completed_at,
       e.created_at, CASE WHEN ${isLive('e')} THEN 'active' ELSE 'ended' END AS status, ${SOURCE} AS source,
       ${ACTIVITY}::text AS key
     FROM ext_courses.enrollments e
     WHERE e.owner_id = $1 AND ${MINE_STATES[status]} AND (${ACTIVITY}, e.id) < ($2::timestamptz, $3::uuid)
     ORDER BY ${ACTIVITY} DESC, e.id DESC LIMIT $4`,
  );
const MINE = { active: mine('active'), completed: mine('completed'), ended: mine('ended'), all: mine('all') };
const MINE_PAGE = new Keyset({ name: 'courses-mine', defaultLimit: 20, maxLimit: 100 });

export interface MineRow {
  id: string;
  course_id: string;
  status: string;
  progress_percent: number;
  last_lesson_id: string | null;
  last_activity_at: Date | null;
  expires_at: Date | null;
  completed_at: Date | null;
  created_at: Date;
  source: string;
  key: string;
}

export interface RosterRow {
  id: string;
  user: { id: string; username: string | null };
  status: string;
  sources: string[];
  enrolled_at: Date;
  progress_percent: number;
  last_lesson: string | null;
  last_activity_at: Date | null;
  completed_at: Date | null;
  expires_at: Date | null;
  blocked: boolean;
  paid_minor: number;
  key: string;
}

@AppProvider()
export class RosterRepository extends BaseRepository {
  async students(courseId: string, filters: RosterFilters, sort: RosterSort, query: PageQuery) {
    const page = new Keyset({ name: `courses-students-${sort}`, defaultLimit: 20, maxLimit: 100 });
    const slice = page.read(query);
    const given = (Object.keys(FILTERS) as Filter[]).filter((name) => filters[name] !== undefined);
    const after = slice.after ?? [SORTS[sort].first, LAST_ID];
    const values = [...after.slice(0, 2), slice.fetch, ...given.map((name) => filters[name])];
    const found = await this.rows<RosterRow>(rosterOf(given, sort), courseId, ...values);
    return page.cut(found, slice, ({ key, id }) => [key, id]);
  }

  async mine(userId: string, status: MineStatus, query: PageQuery) {
    const slice = MINE_PAGE.read(query);
    const after = slice.after ?? ['infinity', LAST_ID];
    const found = await this.rows<MineRow>(MINE[status], userId, after[0], after[1], slice.fetch);
    return MINE_PAGE.cut(found, slice, ({ key, id }) => [key, id]);
  }
}

function rosterOf(given: Filter[], sort: RosterSort): Statement {
  const { key, type } = SORTS[sort];
  const conditions = given.map((name, at) => ` AND ${FILTERS[name][1].replace('?', `$${5 + at}`)}`).join('');
  return searching(
    `courses_students ${sort} ${given.map((name) => FILTERS[name][0]).join('')}`,
    `SELECT e.id, ${personIn('u')} AS user,
       CASE WHEN ${isLive('e')} THEN 'active' ELSE 'ended' END AS status,
       ARRAY(SELECT DISTINCT source FROM ext_courses.grants g WHERE g.enrollment_id = e.id
         AND g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > now()) ORDER BY source) AS sources,
       e.created_at AS enrolled_at, e.progress_percent, e.last_activity_at, e.completed_at, e.expires_at, e.blocked,
       (SELECT title FROM ext_courses.lessons WHERE id = e.last_lesson_id) AS last_lesson,
       (SELECT coalesce(sum(total_minor - refunded_minor), 0)::float8 FROM ext_courses.orders o
        WHERE o.course_id = e.course_id AND o.owner_id = e.owner_id AND o.status IN ('paid', 'needs_attention'))
         AS paid_minor,
       (${key})::text AS key
     FROM ext_courses.enrollments e JOIN account.users u ON u.id = e.owner_id
     WHERE e.course_id = $1 AND (${key}, e.id) < ($2::${type}, $3::uuid)${conditions}
     ORDER BY ${key} DESC, e.id DESC LIMIT $4`,
  );
}
