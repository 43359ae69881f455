import { ArrayMaxSize, IsArray, IsInt, Min } from 'class-validator';
import { ListOf, Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { namesEach } from '../../kernel/rows/ordered.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { COURSE, type Course } from '../catalogue/course.entity.js';
import { CurriculumChangesService } from '../curriculum/curriculum-changes.service.js';
import { CurriculumModule, CurriculumService } from '../curriculum/curriculum.service.js';
import { LessonRepository } from '../curriculum/lesson.repository.js';
import { ModuleRepository } from '../curriculum/module.repository.js';

class PlacedModule {
  @Uuid() module_id!: string;
  @IsArray() @ArrayMaxSize(1000) @Uuid({ each: true }) lesson_ids!: string[];
}

class Input {
  @Uuid() course_id!: string;
  @IsArray() @ArrayMaxSize(100) @ListOf(() => PlacedModule) modules!: PlacedModule[];
  @Optional() @IsInt() @Min(1) version?: number;
}

class Result {
  @ListOf(() => CurriculumModule) curriculum!: CurriculumModule[];
  @IsInt() version!: number;
}

@Action('reorder-curriculum', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: 'The whole order of modules and lessons at once; lessons may change their module.',
  input: Input,
  result: Result,
  refuses: {
    400: ['The order must list every module and lesson once'],
    409: ['Curriculum was changed, reload it'],
  },
})
export class ReorderCurriculum {
  constructor(
    private readonly modules: ModuleRepository,
    private readonly lessons: LessonRepository,
    private readonly changes: CurriculumChangesService,
    private readonly curriculum: CurriculumService,
  ) {}

  async run({ input: { modules: order, version: seen }, target: { id, curriculum_version } }: Call<Input, Course>) {
    if (seen !== undefined && seen !== curriculum_version) throw new Refusal(409, 'Curriculum was changed, reload it');
    const moduleIds = order.map(({ module_id }) => module_id);
    const places = order.flatMap(({ module_id, lesson_ids }) =>
      lesson_ids.map((lesson, at) => ({ id: lesson, module_id, at })),
    );
    const lessonIds = places.map((place) => place.id);
    if (
      !namesEach(await this.modules.ofCourse(id), moduleIds) ||
      !namesEach(await this.lessons.ofCourse(id), lessonIds)
    )
      throw new Refusal(400, 'The order must list every module and lesson once');
    await this.modules.place(id, moduleIds);
    await this.lessons.place(id, places);
    const version = await this.changes.record(id);
    return { curriculum: await this.curriculum.of(id, { whole: true }), version };
  }
}
