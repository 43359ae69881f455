import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Instant, Nested, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { presentEnrollment } from '../courses.presenter.js';
import { EnrollmentView, LessonProgressView } from '../courses.views.js';
import type { Enrollment } from '../entities/enrollment.entity.js';
import type { Lesson } from '../entities/lesson.entity.js';
import { LearningRepository } from '../learning/learning.repository.js';
import { Opening } from '../learning/opening.js';
import { Progress } from '../learning/progress.js';

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
    private readonly opening: Opening,
    private readonly learning: LearningRepository,
    private readonly progress: Progress,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { lesson, course, enrollment } = await this.opening.open(input.lesson_id, caller, {
      asStudent: true,
    });
    const { id } = enrollment as Enrollment;
    if (input.completed !== undefined && (lesson.kind === 'quiz' || lesson.kind === 'assignment'))
      throw new Refusal(409, `This lesson is completed by its ${lesson.kind}`);
    await this.learning.lock([id]);
    const { has_turned, ...lesson_progress } = await this.learning.record(id, lesson.id, {
      ...input,
      isSeen: isSeen(lesson, input.position_seconds),
    });
    this.learning.touch(id, lesson.id);
    if (has_turned) await this.progress.recount(course, [id]);
    return { lesson_progress, enrollment: presentEnrollment(await this.learning.enrollment(id)) };
  }
}

/** A video is done at nine tenths. */
const isSeen = ({ kind, duration_seconds }: Lesson, at = 0) =>
  kind === 'video' && duration_seconds > 0 && at * 10 >= duration_seconds * 9;
