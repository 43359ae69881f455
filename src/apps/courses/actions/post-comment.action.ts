import { Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CourseNews } from '../course-news.js';
import type { CourseComment } from '../entities/course-comment.entity.js';
import type { Course } from '../entities/course.entity.js';
import { Opening } from '../learning/opening.js';
import { CommentRepository } from '../talk/comment.repository.js';
import { CommentView } from '../talk/comment.views.js';

class Input {
  @Uuid() lesson_id!: string;
  @Written(1, 5000) body!: string;
  @Optional() @Uuid() parent_id?: string;
}

class Result {
  @Nested(() => CommentView) comment!: CommentView;
}

@Action('post-comment', {
  access: 'authenticated',
  changes: true,
  about: 'comment',
  description: 'A question or an answer under a lesson, of those who may open it.',
  input: Input,
  result: Result,
  refuses: {
    404: ['Lesson not found', 'Comment not found'],
    409: [
      'Enroll in the course to open this lesson',
      'Your access has ended',
      'Lesson opens on {date}',
      'Complete {title} first',
      'Comments are closed',
    ],
  },
})
export class PostComment {
  constructor(
    private readonly opening: Opening,
    private readonly comments: CommentRepository,
    private readonly news: CourseNews,
  ) {}

  async run({ input: { lesson_id, body, parent_id }, caller }: Call<Input>) {
    const { course, lesson } = await this.opening.open(lesson_id, caller);
    const parent = parent_id ? await this.comments.parent(parent_id, lesson.id) : undefined;
    if (parent_id && !parent) throw notFound('Comment');
    if (!course.comments_enabled) throw new Refusal(409, 'Comments are closed');
    const top = parent ? (parent.parent_id ?? parent.id) : null;
    const place = { course_id: course.id, lesson_id: lesson.id, parent_id: top };
    const comment = await this.comments.insert({ ...place, owner_id: caller.id, body });
    await (top ? this.tellThread(course, comment, top) : this.news.asked(course, comment));
    return { comment: await this.comments.show(comment.id) };
  }

  private async tellThread(course: Course, comment: CourseComment, top: string): Promise<void> {
    if (comment.owner_id === course.owner_id) await this.comments.answered(top);
    this.news.replied(course, comment, await this.comments.writers(top));
  }
}
