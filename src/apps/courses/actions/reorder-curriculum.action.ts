import { ArrayMaxSize, IsArray, IsInt, Min } from 'class-validator';
import { ListOf, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CurriculumModule } from '../courses.views.js';
import { Curriculum } from '../curriculum/curriculum.js';
import type { Course } from '../entities/course.entity.js';
import { COURSE } from '../targets.js';

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
  constructor(private readonly curriculum: Curriculum) {}

  async run({ input, target: course }: Call<Input, Course>) {
    const version = await this.curriculum.reorder(course, input.modules, input.version);
    return { curriculum: await this.curriculum.of(course.id, { whole: true }), version };
  }
}
