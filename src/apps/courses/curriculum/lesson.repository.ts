import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Lesson } from '../entities/lesson.entity.js';

const PLACES = sql(
  'courses_lesson_places',
  `SELECT (SELECT count(*)::int FROM ext_courses.lessons WHERE course_id = $1 AND removed_at IS NULL) AS count,
     (SELECT coalesce(max(position) + 1, 0)::int FROM ext_courses.lessons WHERE module_id = $2) AS next`,
);
const BY_ID = sql('courses_lesson_by_id', 'SELECT * FROM ext_courses.lessons WHERE id = $1');
const LINKED = sql(
  'courses_lesson_is_linked',
  `SELECT FROM ext_courses.lessons WHERE course_id = $1 AND ref_id = $2 AND removed_at IS NULL AND id <> $3`,
);
const OF_MODULE = sql(
  'courses_lessons_of_module',
  'SELECT id FROM ext_courses.lessons WHERE module_id = $1 AND removed_at IS NULL ORDER BY position, id',
);
// What students have done with them, or said under them, is not taken from them.
const USED = `(
  EXISTS (SELECT FROM ext_courses.lesson_progress p WHERE p.lesson_id = l.id)
  OR EXISTS (SELECT FROM ext_courses.comments t WHERE t.lesson_id = l.id))`;
const REMOVE = sql(
  'courses_lessons_remove',
  `UPDATE ext_courses.lessons l SET removed_at = now(), updated_at = now()
   WHERE id = ANY ($1::uuid[]) AND removed_at IS NULL AND ${USED}`,
);
const DELETE = sql(
  'courses_lessons_delete',
  `DELETE FROM ext_courses.lessons l WHERE id = ANY ($1::uuid[]) AND NOT ${USED} RETURNING id`,
);
const LOCK = sql(
  'courses_lessons_lock',
  'SELECT id FROM ext_courses.lessons WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE',
);
const NOBODY = '00000000-0000-0000-0000-000000000000';

export type LessonChanges = Partial<Omit<Lesson, 'id' | 'course_id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class LessonRepository extends BaseRepository {
  /** How many the course has, and the place after the last of the module. */
  async places(courseId: string, moduleId: string): Promise<{ count: number; next: number }> {
    const row = await this.one<{ count: number; next: number }>(PLACES, courseId, moduleId);
    return row ?? { count: 0, next: 0 };
  }

  /** Whether what it would stand for is another lesson of the course already. */
  async isLinked(courseId: string, refId: string, lessonId = NOBODY): Promise<boolean> {
    return (await this.rows(LINKED, courseId, refId, lessonId)).length > 0;
  }

  async insert(values: LessonChanges & Pick<Lesson, 'course_id'>): Promise<Lesson> {
    const { identifiers } = await this.table(Lesson).insert(values);
    return this.find((identifiers[0] as { id: string }).id);
  }

  async update(id: string, changes: LessonChanges): Promise<Lesson> {
    await this.table(Lesson).update({ id }, { ...changes, updated_at: () => 'now()' });
    return this.find(id);
  }

  async idsOfModule(moduleId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(OF_MODULE, moduleId)).map(({ id }) => id);
  }

  /** Out of the curriculum; answers those that are gone for good. Locked first, as progress may be on its way. */
  async remove(ids: string[]): Promise<string[]> {
    await this.rows(LOCK, ids);
    const gone = await this.rows<{ id: string }>(DELETE, ids);
    await this.count(REMOVE, ids);
    return gone.map(({ id }) => id);
  }

  private async find(id: string): Promise<Lesson> {
    return (await this.one<Lesson>(BY_ID, id)) as Lesson;
  }
}
