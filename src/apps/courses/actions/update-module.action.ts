import { IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Instant, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { ModuleView } from '../curriculum/module.views.js';
import { ModuleRepository } from '../curriculum/module.repository.js';
import { type CourseModule, MODULE } from '../curriculum/lesson.entity.js';
import type { Course } from '../catalogue/course.entity.js';

class Input {
  @Uuid() module_id!: string;
  @Optional() @Written(1, 200) title?: string;
  @Optional() @Written(0, 2000) summary?: string;
  @Optional() @Nullable() @IsInt() @Min(0) @Max(365) available_after_days?: number | null;
  @Optional() @Nullable() @Instant() available_at?: string | null;
}

class Result extends answerWith('module', () => ModuleView) {}

@Action('update-module', {
  access: 'owner',
  target: MODULE,
  changes: true,
  description: 'Changes what is given; one release rule takes the place of the other.',
  input: Input,
  result: Result,
  refuses: { 400: ['Choose one release rule'] },
})
export class UpdateModule {
  constructor(
    private readonly modules: ModuleRepository,
    private readonly courses: CourseRepository,
  ) {}

  async run({ input, target, parent: course }: Call<Input, CourseModule, Course>) {
    const { title, summary } = input;
    const changes = { title, summary, ...releaseOf(input), updated_at: NOW };
    const module = (await this.modules.updateOne({ id: target.id }, changes)) as CourseModule;
    await this.courses.changeCurriculum(course.id);
    return { module };
  }
}

function releaseOf({ available_after_days: days, available_at: at }: Input) {
  if (typeof days === 'number' && typeof at === 'string') throw new Refusal(400, 'Choose one release rule');
  if (typeof days === 'number') return { available_after_days: days, available_at: null };
  if (typeof at === 'string') return { available_after_days: null, available_at: new Date(at) };
  return { available_after_days: days, available_at: at };
}
