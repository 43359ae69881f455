import { IsBoolean } from 'class-validator';
import { ListOf } from '../../../platform/http/fields.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { CourseModule, Lesson } from './lesson.entity.js';
import { LessonRepository } from './lesson.repository.js';
import { LinkedLessonsService } from './linked-lessons.service.js';
import { ModuleRepository } from './module.repository.js';

/** A lesson in the table of contents: without its body and its files. */
class LessonLine extends viewOf(Lesson, {
  only: ['id', 'title', 'kind', 'duration_seconds', 'preview', 'required', 'published', 'position'],
}) {
  /** What it stands for in another app is gone. */
  @IsBoolean() unavailable!: boolean;
}

export class CurriculumModule extends viewOf(CourseModule, { without: ['course_id', 'created_at', 'updated_at'] }) {
  @ListOf(() => LessonLine) lessons!: LessonLine[];
}

/** Modules and lessons in their order. */
@AppProvider()
export class CurriculumService {
  constructor(
    private readonly modules: ModuleRepository,
    private readonly lessons: LessonRepository,
    private readonly linked: LinkedLessonsService,
  ) {}

  /** Without bodies and files; `whole`: with what is not published, for the teacher. */
  async of(courseId: string, { whole }: { whole: boolean }): Promise<CurriculumModule[]> {
    const [modules, all] = await Promise.all([this.modules.ofCourse(courseId), this.lessons.ofCourse(courseId)]);
    const shown = whole ? all : all.filter(({ published }) => published);
    const gone = new Set(await this.linked.goneAmong(shown));
    const lines = new Map<string, LessonLine[]>(modules.map(({ id }) => [id, []]));
    for (const lesson of shown)
      lines.get(lesson.module_id)?.push({ ...present(LessonLine, lesson), unavailable: gone.has(lesson.id) });
    return modules.map((module) => ({ ...present(CurriculumModule, module), lessons: lines.get(module.id) ?? [] }));
  }
}
