import { IsBoolean } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid, notFound } from '../../../platform/http/refusal.js';
import type { Caller } from '../../../platform/access/access.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { isTaughtBy } from '../catalogue/course.entity.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { LESSON_REFUSALS, LessonAccessService } from '../progress/lesson-access.service.js';
import { CommentRepository } from '../comments/comment.repository.js';
import { ThreadView } from '../comments/comment.views.js';

class Input extends Page {
  @Optional() @Uuid() lesson_id?: string;
  @Optional() @Uuid() course_id?: string;
  @Optional() @IsBoolean() unanswered?: boolean;
}

class Result extends pageOf('comments', () => ThreadView) {}

@Action('list-comments', {
  access: 'authenticated',
  description: 'What is said under a lesson, or, for its teacher, under all lessons of a course.',
  input: Input,
  result: Result,
  refuses: {
    404: ['Lesson not found', 'Course not found'],
    409: LESSON_REFUSALS,
  },
})
export class ListComments {
  constructor(
    private readonly lessonAccess: LessonAccessService,
    private readonly courses: CourseRepository,
    private readonly comments: CommentRepository,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const place = await this.place(input, caller);
    const { rows, next_cursor } = await this.comments.list(place, input.unanswered ?? false, pageQuery(input));
    return { comments: rows.map(({ comment }) => comment), next_cursor };
  }

  private async place({ lesson_id, course_id }: Input, caller: Caller) {
    if ((lesson_id === undefined) === (course_id === undefined))
      throw invalid({ field: 'lesson_id', message: 'exactly one of lesson_id and course_id is needed' });
    if (lesson_id !== undefined) {
      await this.lessonAccess.open(lesson_id, caller);
      return { lesson_id };
    }
    const course = await this.courses.findOne({ id: course_id as string });
    if (!course || !isTaughtBy(course, caller)) throw notFound('Course');
    return { course_id: course.id };
  }
}
