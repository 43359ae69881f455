import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { LessonKind } from '../entities/lesson.entity.js';

const MODULES = sql(
  'courses_curriculum_modules',
  `SELECT id, title, summary, position, available_after_days, available_at
   FROM ext_courses.modules WHERE course_id = $1 ORDER BY position, id`,
);
const LESSONS = sql(
  'courses_curriculum_lessons',
  `SELECT id, module_id, title, kind, duration_seconds, preview, required, published, position, ref_id
   FROM ext_courses.lessons WHERE course_id = $1 AND removed_at IS NULL ORDER BY position, id`,
);
const LINKED = sql(
  'courses_linked_lessons',
  `SELECT id, kind, ref_id FROM ext_courses.lessons
   WHERE course_id = ANY ($1::uuid[]) AND ref_id IS NOT NULL AND removed_at IS NULL`,
);
const PLACE_MODULES = sql(
  'courses_place_modules',
  `UPDATE ext_courses.modules m SET position = given.at - 1, updated_at = now()
   FROM unnest($2::uuid[]) WITH ORDINALITY given (id, at)
   WHERE m.id = given.id AND m.course_id = $1 AND m.position <> given.at - 1`,
);
const PLACE_LESSONS = sql(
  'courses_place_lessons',
  `UPDATE ext_courses.lessons l SET module_id = given.module_id, position = given.at, updated_at = now()
   FROM unnest($2::uuid[], $3::uuid[], $4::int[]) given (id, module_id, at)
   WHERE l.id = given.id AND l.course_id = $1 AND (l.module_id, l.position) <> (given.module_id, given.at)`,
);

export interface ModuleLine {
  id: string;
  title: string;
  summary: string;
  position: number;
  available_after_days: number | null;
  available_at: Date | null;
}

export interface LinkedLesson {
  id: string;
  kind: LessonKind;
  ref_id: string | null;
}

export interface LessonRow extends LinkedLesson {
  module_id: string;
  title: string;
  duration_seconds: number;
  preview: boolean;
  required: boolean;
  published: boolean;
  position: number;
}

export interface PlacedModule {
  module_id: string;
  lesson_ids: string[];
}

@AppProvider()
export class CurriculumRepository extends BaseRepository {
  modules(courseId: string): Promise<ModuleLine[]> {
    return this.rows<ModuleLine>(MODULES, courseId);
  }

  lessons(courseId: string): Promise<LessonRow[]> {
    return this.rows<LessonRow>(LESSONS, courseId);
  }

  /** Those that stand for something in another app. */
  linked(courseIds: string[]): Promise<LinkedLesson[]> {
    return this.rows<LinkedLesson>(LINKED, courseIds);
  }

  async place(courseId: string, order: PlacedModule[]): Promise<void> {
    await this.count(
      PLACE_MODULES,
      courseId,
      order.map(({ module_id }) => module_id),
    );
    const lessons = order.flatMap(({ module_id, lesson_ids }) => lesson_ids.map((id, at) => ({ id, module_id, at })));
    const column = <Name extends 'id' | 'module_id' | 'at'>(name: Name) => lessons.map((one) => one[name]);
    await this.count(PLACE_LESSONS, courseId, column('id'), column('module_id'), column('at'));
  }
}
