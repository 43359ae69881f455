import { IsBoolean } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { LessonService } from '../curriculum/lesson.service.js';
import { LAST_LESSON } from '../curriculum/curriculum-changes.service.js';
import { LessonRepository } from '../curriculum/lesson.repository.js';
import { ModuleRepository } from '../curriculum/module.repository.js';
import { type CourseModule, MODULE } from '../curriculum/lesson.entity.js';
import type { Course } from '../catalogue/course.entity.js';

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
    private readonly lessonService: LessonService,
  ) {}

  async run({ input, target, parent: course }: Call<Input, CourseModule, Course>) {
    const lessons = await this.lessons.find({ module_id: target.id, removed_at: null }, { select: ['id'] });
    if (lessons.length && !input.with_lessons) throw new Refusal(409, 'Module still has lessons');
    await this.lessonService.remove(
      course,
      lessons.map(({ id }) => id),
    );
    await this.modules.delete({ id: target.id });
    return { message: 'Module deleted' };
  }
}
