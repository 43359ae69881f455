import { Nested, Nullable, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { LessonProgressView, OpenLessonView } from '../courses.views.js';
import { LessonFiles } from '../curriculum/lesson-files.js';
import { LinkedLessons } from '../curriculum/linked-lessons.js';
import { LearningRepository } from '../learning/learning.repository.js';
import type { Step } from '../learning/lesson-path.js';
import { Opening } from '../learning/opening.js';

class Input {
  @Uuid() lesson_id!: string;
}

class Result {
  @Nested(() => OpenLessonView) lesson!: OpenLessonView;
  /** Null for who is not enrolled. */
  @Nullable() @Nested(() => LessonProgressView) progress!: LessonProgressView | null;
  @Nullable() @Uuid() previous_lesson_id!: string | null;
  @Nullable() @Uuid() next_lesson_id!: string | null;
}

@Action('get-lesson', {
  access: 'public',
  notes: true,
  description: 'A lesson with its body, and its files at addresses that work for four hours.',
  input: Input,
  result: Result,
  refuses: {
    404: ['Lesson not found'],
    409: [
      'Enroll in the course to open this lesson',
      'Your access has ended',
      'Lesson opens on {date}',
      'Complete {title} first',
    ],
  },
})
export class GetLesson {
  constructor(
    private readonly opening: Opening,
    private readonly learning: LearningRepository,
    private readonly files: LessonFiles,
    private readonly linked: LinkedLessons,
  ) {}

  async run({ input: { lesson_id }, caller }: PublicCall<Input>) {
    const { lesson, enrollment, path } = await this.opening.open(lesson_id, caller, { preview: true });
    if (enrollment) this.learning.touch(enrollment.id, lesson.id);
    const files = this.files.open(await this.files.of([lesson.id]));
    const unavailable = (await this.linked.goneAmong([lesson])).length > 0;
    return {
      lesson: {
        ...lesson,
        unavailable,
        file: files.find(({ id }) => id === lesson.file_id) ?? null,
        attachments: files.filter(({ purpose }) => purpose === 'attachment'),
      },
      progress: enrollment ? progressOf(lesson.id, path.step(lesson.id)) : null,
      ...path.neighbours(lesson.id),
    };
  }
}

const progressOf = (lesson_id: string, step: Step | undefined): LessonProgressView => ({
  lesson_id,
  position_seconds: step?.position_seconds ?? 0,
  position_at: step?.position_at ?? null,
  completed_at: step?.completed_at ?? null,
});
