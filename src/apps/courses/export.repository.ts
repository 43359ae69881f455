import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import type { Exported } from '../kernel/app-export.js';

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

const WITHOUT: Record<string, string> = { courses: 'search', announcements: 'sent_through' };

const STATEMENTS: [table: string, statement: Statement][] = Object.entries(TABLES).map(([table, where]) => [
  table,
  sql(
    `courses_export ${table}`,
    `SELECT to_jsonb(t) - '${WITHOUT[table] ?? ''}' AS row FROM ext_courses.${table} t WHERE ${where} ORDER BY id`,
  ),
]);

@Injectable()
export class ExportRepository extends Repository {
  async tables(userId: string): Promise<Exported> {
    const read = STATEMENTS.map(async ([table, statement]) => {
      const rows = await this.rows<{ row: object }>(statement, userId);
      return [table, rows.map(({ row }) => row)] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  }
}
