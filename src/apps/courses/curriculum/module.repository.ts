import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { reorderSql } from '../../kernel/rows/ordered.js';
import { CourseModule } from './lesson.entity.js';

const COUNT = sql(
  'courses_module_places',
  `SELECT count(*)::int AS count, coalesce(max(position) + 1, 0)::int AS next
   FROM ext_courses.modules WHERE course_id = $1`,
);
const PLACE = sql('courses_place_modules', reorderSql('ext_courses.modules', 'course_id'));

@AppProvider()
export class ModuleRepository extends EntityRepository<CourseModule> {
  protected readonly entity = CourseModule;

  /** In the order of the curriculum. */
  ofCourse(course_id: string): Promise<CourseModule[]> {
    return this.find({ course_id }, { order: { position: 'ASC', id: 'ASC' } });
  }

  /** How many there are, and the position after the last of them. */
  countOf(courseId: string): Promise<{ count: number; next: number }> {
    return this.onlyOne(COUNT, courseId);
  }

  async place(courseId: string, moduleIds: string[]): Promise<void> {
    await this.count(PLACE, courseId, moduleIds);
  }
}
