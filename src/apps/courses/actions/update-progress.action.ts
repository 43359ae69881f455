import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Instant, Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import type { Lesson } from '../curriculum/lesson.entity.js';
import type { Enrollment } from '../enrollments/enrollment.entity.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';
import { EnrollmentView, LessonProgressView, presentEnrollment } from '../enrollments/enrollment.views.js';
import { LessonAccessService } from '../progress/lesson-access.service.js';
import { ProgressRepository } from '../progress/progress.repository.js';
import { ProgressService } from '../progress/progress.service.js';

class Input {
  @Uuid() lesson_id!: string;
  @Optional() @IsInt() @Min(0) @Max(86_400) position_seconds?: number;
  @Optional() @IsBoolean() completed?: boolean;
  @Optional() @Instant() at?: string;
}

class Result {
  @Nested(() => LessonProgressView) lesson_progress!: LessonProgressView;
  @Nested(() => EnrollmentView) enrollment!: EnrollmentView;
}

@Action('update-progress', {
  access: 'authenticated',
  notes: true,
  description: "Stores the caller's position in a lesson and marks it as completed. The newest position counts.",
  input: Input,
  result: Result,
  refuses: {
    404: ['Lesson not found', 'Enrollment not found'],
    409: [
      'Your access has ended',
      'Lesson opens on {date}',
      'Complete {title} first',
      'This lesson is completed by its {kind}',
    ],
  },
})
export class UpdateProgress {
  constructor(
    private readonly lessonAccess: LessonAccessService,
    private readonly enrollments: EnrollmentRepository,
    private readonly progress: ProgressRepository,
    private readonly progressService: ProgressService,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const opened = await this.lessonAccess.open(input.lesson_id, caller, { asStudent: true });
    const { lesson, course } = opened;
    const { id } = opened.enrollment as Enrollment;
    if (input.completed !== undefined && (lesson.kind === 'quiz' || lesson.kind === 'assignment'))
      throw new Refusal(409, `This lesson is completed by its ${lesson.kind}`);
    await this.enrollments.findOne({ id }, { lock: 'no key update' });
    const progress = { ...input, isSeen: isSeen(lesson, input.position_seconds) };
    const { has_turned, ...lesson_progress } = await this.progress.record(id, lesson.id, progress);
    this.enrollments.touch(id, lesson.id);
    if (has_turned) await this.progressService.recount(course, [id]);
    return { lesson_progress, enrollment: presentEnrollment(await this.enrollments.the({ id }, 'Enrollment')) };
  }
}

/** A video is completed at nine tenths. */
const isSeen = ({ kind, duration_seconds }: Lesson, at = 0) =>
  kind === 'video' && duration_seconds > 0 && at * 10 >= duration_seconds * 9;
