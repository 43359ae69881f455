import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { DescribedCourse } from '../../contracts/courses.js';

const DESCRIBED = sql(
  'courses_described',
  `SELECT id, owner_id, title, status, price_minor, currency,
     status = 'published' AND coalesce(enrollment_opens_at <= now(), true)
       AND coalesce(enrollment_closes_at > now(), true) AS is_open
   FROM ext_courses.courses WHERE id = ANY ($1::uuid[])`,
);
const OWNED = sql(
  'courses_owned_for_good',
  `SELECT e.course_id AS id FROM ext_courses.enrollments e
   WHERE e.owner_id = $1 AND e.course_id = ANY ($2::uuid[]) AND e.status = 'active'
     AND EXISTS (SELECT FROM ext_courses.grants g WHERE g.enrollment_id = e.id AND g.source <> 'subscription'
       AND g.revoked_at IS NULL AND g.expires_at IS NULL)`,
);

/** Courses as other apps see them. */
@AppProvider()
export class DescribedRepository extends BaseRepository {
  of(ids: string[]): Promise<DescribedCourse[]> {
    return this.rows<DescribedCourse>(DESCRIBED, ids);
  }

  async owned(userId: string, courseIds: string[]): Promise<Set<string>> {
    return new Set((await this.rows<{ id: string }>(OWNED, userId, courseIds)).map(({ id }) => id));
  }
}
