import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { CourseModule } from '../entities/course-module.entity.js';

const LIMITS = sql(
  'courses_module_places',
  `SELECT count(*)::int AS count, coalesce(max(position) + 1, 0)::int AS next
   FROM ext_courses.modules WHERE course_id = $1`,
);
const BY_ID = sql('courses_module_by_id', 'SELECT * FROM ext_courses.modules WHERE id = $1');

export type ModuleChanges = Partial<Pick<CourseModule, 'title' | 'summary' | 'available_after_days' | 'available_at'>>;

@AppProvider()
export class ModuleRepository extends BaseRepository {
  /** How many there are, and the place after the last of them. */
  async places(courseId: string): Promise<{ count: number; next: number }> {
    return (await this.one<{ count: number; next: number }>(LIMITS, courseId)) ?? { count: 0, next: 0 };
  }

  async insert(courseId: string, position: number, values: ModuleChanges): Promise<CourseModule> {
    const row = { ...values, course_id: courseId, position };
    const { identifiers } = await this.table(CourseModule).insert(row);
    return this.find((identifiers[0] as { id: string }).id);
  }

  async update(id: string, changes: ModuleChanges): Promise<CourseModule> {
    await this.table(CourseModule).update({ id }, { ...changes, updated_at: () => 'now()' });
    return this.find(id);
  }

  async delete(id: string): Promise<void> {
    await this.table(CourseModule).delete({ id });
  }

  private async find(id: string): Promise<CourseModule> {
    return (await this.one<CourseModule>(BY_ID, id)) as CourseModule;
  }
}
