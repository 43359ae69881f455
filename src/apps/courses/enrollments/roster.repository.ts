import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { type PersonView, personIn } from '../../kernel/rows/person.js';
import type { Enrollment } from './enrollment.entity.js';
import { isLive } from './enrollment.repository.js';

const ACTIVITY = 'coalesce(e.last_activity_at, e.created_at)';
const STATUS = `CASE WHEN ${isLive('e')} THEN 'active' ELSE 'ended' END AS status`;

const STUDENTS = new List({
  name: 'courses_students',
  columns: `e.id, ${personIn('u')} AS user, ${STATUS},
    ARRAY(SELECT DISTINCT source FROM ext_courses.grants g WHERE g.enrollment_id = e.id
      AND g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > now()) ORDER BY source) AS sources,
    e.created_at AS enrolled_at, e.progress_percent, e.last_activity_at, e.completed_at, e.expires_at, e.blocked,
    (SELECT title FROM ext_courses.lessons WHERE id = e.last_lesson_id) AS last_lesson,
    (SELECT coalesce(sum(total_minor - refunded_minor), 0)::float8 FROM ext_courses.orders o
     WHERE o.course_id = e.course_id AND o.owner_id = e.owner_id AND o.status IN ('paid', 'needs_attention'))
      AS paid_minor`,
  from: 'ext_courses.enrollments e JOIN account.users u ON u.id = e.owner_id',
  id: 'e.id',
  where: 'e.course_id = $1',
  filters: {
    status: `(${isLive('e')}) = (?::text = 'active')`,
    completed: '(e.completed_at IS NOT NULL) = ?::boolean',
    inactive_days: `${ACTIVITY} < now() - make_interval(days => ?::int)`,
    min_progress: 'e.progress_percent >= ?::int',
    max_progress: 'e.progress_percent <= ?::int',
    name: 'u.username ILIKE ?',
  },
  sorts: {
    newest: { by: 'e.created_at', type: 'timestamptz' },
    progress: { by: 'e.progress_percent', type: 'int' },
    last_activity: { by: ACTIVITY, type: 'timestamptz' },
  },
});

// The source is that of the grant that lasts longest, of those that are not revoked.
const MINE = new List({
  name: 'courses_mine',
  columns: `e.id, e.course_id, e.progress_percent, e.last_lesson_id, e.last_activity_at, e.expires_at, e.completed_at,
    e.created_at, ${STATUS}, (SELECT g.source FROM ext_courses.grants g WHERE g.enrollment_id = e.id
      ORDER BY g.revoked_at IS NOT NULL, g.expires_at DESC NULLS FIRST, g.created_at DESC LIMIT 1) AS source`,
  from: 'ext_courses.enrollments e',
  id: 'e.id',
  where: 'e.owner_id = $1',
  filters: {
    status: `CASE ?::text WHEN 'active' THEN ${isLive('e')} WHEN 'ended' THEN NOT ${isLive('e')}
      ELSE e.completed_at IS NOT NULL END`,
  },
  sorts: { activity: { by: ACTIVITY, type: 'timestamptz' } },
  prepared: true,
});

export type RosterSort = 'newest' | 'progress' | 'last_activity';
export type RosterFilters = Parameters<typeof STUDENTS.page>[1]['filters'];
export type MineStatus = 'active' | 'completed' | 'ended';

type Progress = 'status' | 'progress_percent' | 'last_activity_at' | 'completed_at' | 'expires_at';
type MineRow = Pick<Enrollment, Progress | 'id' | 'course_id' | 'last_lesson_id' | 'created_at'> & { source: string };
type StudentRow = Pick<Enrollment, Progress | 'id' | 'blocked'> & {
  user: PersonView;
  sources: string[];
  enrolled_at: Date;
  last_lesson: string | null;
  paid_minor: number;
};

@AppProvider()
export class RosterRepository extends BaseRepository {
  students(courseId: string, filters: RosterFilters, sort: RosterSort, query: PageQuery) {
    return STUDENTS.page<StudentRow>(this.database, { values: [courseId], filters, sort, query });
  }

  /** The most recently active first. */
  mine(userId: string, status: MineStatus | undefined, query: PageQuery) {
    const call = { values: [userId], filters: { status }, sort: 'activity', query } as const;
    return MINE.page<MineRow>(this.database, call);
  }
}
