import { Not } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Lesson } from './lesson.entity.js';

const OF_COURSE = sql(
  'courses_curriculum_lessons',
  `SELECT id, module_id, title, kind, duration_seconds, preview, required, published, position, ref_id
   FROM ext_courses.lessons WHERE course_id = $1 AND removed_at IS NULL ORDER BY position, id`,
);
const LINKED = sql(
  'courses_linked_lessons',
  `SELECT id, kind, ref_id FROM ext_courses.lessons
   WHERE course_id = ANY ($1::uuid[]) AND ref_id IS NOT NULL AND removed_at IS NULL`,
);
const COUNT = sql(
  'courses_lesson_places',
  `SELECT (SELECT count(*)::int FROM ext_courses.lessons WHERE course_id = $1 AND removed_at IS NULL) AS count,
     (SELECT coalesce(max(position) + 1, 0)::int FROM ext_courses.lessons WHERE module_id = $2) AS next`,
);
const PLACE = sql(
  'courses_place_lessons',
  `UPDATE ext_courses.lessons l SET module_id = given.module_id, position = given.at, updated_at = now()
   FROM unnest($2::uuid[], $3::uuid[], $4::int[]) given (id, module_id, at)
   WHERE l.id = given.id AND l.course_id = $1 AND (l.module_id, l.position) <> (given.module_id, given.at)`,
);
// What students have done in a lesson, or said under it, is not taken from them.
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

/** A lesson that may stand for something in another app. */
export type LinkedLesson = Pick<Lesson, 'id' | 'kind' | 'ref_id'>;
export type CurriculumLesson = LinkedLesson &
  Pick<Lesson, 'title' | 'duration_seconds' | 'preview' | 'required' | 'published' | 'position'> & {
    module_id: string;
  };
export type LessonPlace = { id: string; module_id: string; at: number };

@AppProvider()
export class LessonRepository extends EntityRepository<Lesson> {
  protected readonly entity = Lesson;

  /** Without the removed ones. */
  ofCourse(courseId: string): Promise<CurriculumLesson[]> {
    return this.rows<CurriculumLesson>(OF_COURSE, courseId);
  }

  /** Those that stand for something in another app. */
  linked(courseIds: string[]): Promise<LinkedLesson[]> {
    return this.rows<LinkedLesson>(LINKED, courseIds);
  }

  /** How many the course has, and the position after the last of the module. */
  countOf(courseId: string, moduleId: string): Promise<{ count: number; next: number }> {
    return this.onlyOne(COUNT, courseId, moduleId);
  }

  /** Whether another lesson of the course stands for the same thing. */
  isLinked(course_id: string, ref_id: string, lessonId: string | undefined): Promise<boolean> {
    return this.exists({ course_id, ref_id, removed_at: null, ...(lessonId && { id: Not(lessonId) }) });
  }

  async place(courseId: string, places: LessonPlace[]): Promise<void> {
    const column = (name: keyof LessonPlace) => places.map((one) => one[name]);
    await this.count(PLACE, courseId, column('id'), column('module_id'), column('at'));
  }

  /** Takes lessons out of the curriculum; returns the ids of the deleted ones. Locked first, as progress may be on its way. */
  async remove(ids: string[]): Promise<string[]> {
    await this.rows(LOCK, ids);
    const deleted = await this.rows<{ id: string }>(DELETE, ids);
    await this.count(REMOVE, ids);
    return deleted.map(({ id }) => id);
  }
}
