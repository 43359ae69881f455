import { IsBoolean } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../courses.views.js';
import { ChangeLesson } from '../curriculum/change-lesson.js';
import { LAST_LESSON } from '../curriculum/curriculum-changes.js';
import { LessonRepository } from '../curriculum/lesson.repository.js';
import { ModuleRepository } from '../curriculum/module.repository.js';
import type { CourseModule } from '../entities/course-module.entity.js';
import type { Course } from '../entities/course.entity.js';
import { MODULE } from '../targets.js';

class Input {
  @Uuid() module_id!: string;
  @Optional() @IsBoolean() with_lessons?: boolean;
}

@Action('delete-module', {
  access: 'owner',
  target: MODULE,
  changes: true,
  description: 'Takes a module out; its lessons go as when they are deleted.',
  input: Input,
  result: MessageResult,
  refuses: { 409: ['Module still has lessons', LAST_LESSON] },
})
export class DeleteModule {
  constructor(
    private readonly modules: ModuleRepository,
    private readonly lessons: LessonRepository,
    private readonly change: ChangeLesson,
  ) {}

  async run({ input, target, parent: course }: Call<Input, CourseModule, Course>) {
    const lessons = await this.lessons.idsOfModule(target.id);
    if (lessons.length && !input.with_lessons) throw new Refusal(409, 'Module still has lessons');
    await this.change.remove(course, lessons);
    await this.modules.delete(target.id);
    return { message: 'Module deleted' };
  }
}
