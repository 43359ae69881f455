import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { CurriculumModule } from '../courses.views.js';
import type { Course } from '../entities/course.entity.js';
import { CurriculumChanges } from './curriculum-changes.js';
import { CurriculumRepository, type PlacedModule } from './curriculum.repository.js';
import { LinkedLessons } from './linked-lessons.js';

/** Modules and lessons in their order. */
@AppProvider()
export class Curriculum {
  constructor(
    private readonly curriculum: CurriculumRepository,
    private readonly linked: LinkedLessons,
    private readonly changes: CurriculumChanges,
  ) {}

  /** Without bodies and files; `whole`: with what is not published, for the teacher. */
  async of(courseId: string, { whole }: { whole: boolean }): Promise<CurriculumModule[]> {
    const [modules, all] = await Promise.all([this.curriculum.modules(courseId), this.curriculum.lessons(courseId)]);
    const shown = whole ? all : all.filter(({ published }) => published);
    const gone = new Set(await this.linked.goneAmong(shown));
    const lines = new Map<string, CurriculumModule['lessons']>(modules.map(({ id }) => [id, []]));
    for (const { module_id, ref_id: _, ...lesson } of shown)
      lines.get(module_id)?.push({ ...lesson, unavailable: gone.has(lesson.id) });
    return modules.map((module) => ({ ...module, lessons: lines.get(module.id) ?? [] }));
  }

  /** The whole order at once, of a course that is locked; answers its new version. */
  async reorder({ id, curriculum_version }: Course, order: PlacedModule[], seen?: number): Promise<number> {
    if (seen !== undefined && seen !== curriculum_version) throw new Refusal(409, 'Curriculum was changed, reload it');
    const [modules, lessons] = [await this.curriculum.modules(id), await this.curriculum.lessons(id)];
    const isWhole =
      isSame(
        modules.map((module) => module.id),
        order.map(({ module_id }) => module_id),
      ) &&
      isSame(
        lessons.map((lesson) => lesson.id),
        order.flatMap(({ lesson_ids }) => lesson_ids),
      );
    if (!isWhole) throw new Refusal(400, 'The order must list every module and lesson once');
    await this.curriculum.place(id, order);
    return this.changes.made(id);
  }
}

function isSame(ids: string[], given: string[]): boolean {
  const known = new Set(given);
  return given.length === ids.length && known.size === ids.length && ids.every((id) => known.has(id));
}
