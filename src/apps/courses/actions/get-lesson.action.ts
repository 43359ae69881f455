import { IsBoolean } from 'class-validator';
import { ListOf, Nested, Nullable, Uuid } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Lesson } from '../curriculum/lesson.entity.js';
import { LessonFilesService, OpenFileView } from '../curriculum/lesson-files.service.js';
import { LinkedLessonsService } from '../curriculum/linked-lessons.service.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';
import { LessonProgressView } from '../enrollments/enrollment.views.js';
import { LESSON_REFUSALS, LessonAccessService } from '../progress/lesson-access.service.js';

class Input {
  @Uuid() lesson_id!: string;
}

class OpenLessonView extends viewOf(Lesson) {
  @IsBoolean() unavailable!: boolean;
  @Nullable() @Nested(() => OpenFileView) file!: OpenFileView | null;
  @ListOf(() => OpenFileView) attachments!: OpenFileView[];
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
  refuses: { 404: ['Lesson not found'], 409: LESSON_REFUSALS },
})
export class GetLesson {
  constructor(
    private readonly lessonAccess: LessonAccessService,
    private readonly enrollments: EnrollmentRepository,
    private readonly files: LessonFilesService,
    private readonly linked: LinkedLessonsService,
  ) {}

  async run({ input: { lesson_id }, caller }: PublicCall<Input>) {
    const { lesson, enrollment, path } = await this.lessonAccess.open(lesson_id, caller, { preview: true });
    if (enrollment) this.enrollments.touch(enrollment.id, lesson.id);
    const files = await this.files.openAll(lesson.id);
    const step = path.step(lesson.id);
    const progress = {
      lesson_id,
      position_seconds: step?.position_seconds ?? 0,
      position_at: step?.position_at ?? null,
      completed_at: step?.completed_at ?? null,
    };
    return {
      lesson: {
        ...present(OpenLessonView, lesson),
        unavailable: (await this.linked.goneAmong([lesson])).length > 0,
        file: files.find(({ id }) => id === lesson.file_id) ?? null,
        attachments: files.filter(({ purpose }) => purpose === 'attachment'),
      },
      progress: enrollment ? progress : null,
      ...path.neighbours(lesson.id),
    };
  }
}
