import { IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Instant, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { ModuleView } from '../curriculum/module.views.js';
import { ModuleRepository } from '../curriculum/module.repository.js';
import { type Course, COURSE } from '../catalogue/course.entity.js';

const MODULES = 100;

class Input {
  @Uuid() course_id!: string;
  @Written(1, 200) title!: string;
  @Optional() @Written(0, 2000) summary?: string;
  @Optional() @IsInt() @Min(0) @Max(365) available_after_days?: number;
  @Optional() @Instant() available_at?: string;
}

class Result extends answerWith('module', () => ModuleView) {}

@Action('create-module', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: 'Adds a module at the end.',
  input: Input,
  result: Result,
  refuses: { 400: ['Choose one release rule'], 409: ['Module limit reached'] },
})
export class CreateModule {
  constructor(
    private readonly modules: ModuleRepository,
    private readonly courses: CourseRepository,
  ) {}

  async run({ input, target: course }: Call<Input, Course>) {
    const { title, summary, available_after_days, available_at } = input;
    if (available_after_days !== undefined && available_at !== undefined)
      throw new Refusal(400, 'Choose one release rule');
    const { count, next: position } = await this.modules.countOf(course.id);
    if (count >= MODULES) throw new Refusal(409, 'Module limit reached');
    const release = { available_after_days, available_at: available_at ? new Date(available_at) : undefined };
    const module = await this.modules.insert({ course_id: course.id, position, title, summary, ...release });
    await this.courses.changeCurriculum(course.id);
    return { module };
  }
}
