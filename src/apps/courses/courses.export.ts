import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const TAUGHT = 'course_id = ANY (ARRAY(SELECT id FROM ext_courses.courses WHERE owner_id = $1))';
const MINE = 'enrollment_id = ANY (ARRAY(SELECT id FROM ext_courses.enrollments WHERE owner_id = $1))';

/** What a teacher has made and who learns there, but not where each of them stands; and all that a learner has. */
const TABLES: Record<string, string> = {
  courses: 'owner_id = $1',
  modules: TAUGHT,
  lessons: TAUGHT,
  lesson_files: TAUGHT,
  coupons: TAUGHT,
  announcements: TAUGHT,
  orders: 'seller_id = $1 OR owner_id = $1',
  enrollments: `owner_id = $1 OR ${TAUGHT}`,
  grants: MINE,
  lesson_progress: MINE,
  reviews: `owner_id = $1 OR ${TAUGHT}`,
  comments: `owner_id = $1 OR ${TAUGHT}`,
};

const SHOWN = { courses: `to_jsonb(t) - 'search'`, announcements: `to_jsonb(t) - 'sent_through'` };

const STATEMENTS = exportStatements('courses', TABLES, SHOWN);

@AppProvider()
export class CoursesExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
