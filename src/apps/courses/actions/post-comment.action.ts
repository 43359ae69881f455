import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CourseNotificationsService } from '../course-notifications.service.js';
import type { CourseComment } from '../comments/comment.entity.js';
import type { Course } from '../catalogue/course.entity.js';
import { LESSON_REFUSALS, LessonAccessService } from '../progress/lesson-access.service.js';
import { CommentRepository } from '../comments/comment.repository.js';
import { CommentView } from '../comments/comment.views.js';

class Input {
  @Uuid() lesson_id!: string;
  @Written(1, 5000) body!: string;
  @Optional() @Uuid() parent_id?: string;
}

class Result extends answerWith('comment', () => CommentView) {}

@Action('post-comment', {
  access: 'authenticated',
  changes: true,
  about: 'comment',
  description: 'A question or an answer under a lesson, of those who may open it.',
  input: Input,
  result: Result,
  refuses: {
    404: ['Lesson not found', 'Comment not found'],
    409: [...LESSON_REFUSALS, 'Comments are closed'],
  },
})
export class PostComment {
  constructor(
    private readonly lessonAccess: LessonAccessService,
    private readonly comments: CommentRepository,
    private readonly notifications: CourseNotificationsService,
  ) {}

  async run({ input: { lesson_id, body, parent_id }, caller }: Call<Input>) {
    const { course, lesson } = await this.lessonAccess.open(lesson_id, caller);
    // Locked, so that nobody deletes it while the reply is written.
    const asked = parent_id ? { id: parent_id, lesson_id: lesson.id, deleted_at: null } : undefined;
    const parent = asked && (await this.comments.the(asked, 'Comment', { lock: 'key share' }));
    if (!course.comments_enabled) throw new Refusal(409, 'Comments are closed');
    const top = parent ? (parent.parent_id ?? parent.id) : null;
    const place = { course_id: course.id, lesson_id: lesson.id, parent_id: top };
    const comment = await this.comments.insert({ ...place, owner_id: caller.id, body });
    await (top ? this.notifyThread(course, comment, top) : this.notifications.notifyQuestion(course, comment));
    return { comment: await this.comments.show(comment.id) };
  }

  private async notifyThread(course: Course, comment: CourseComment, top: string): Promise<void> {
    if (comment.owner_id === course.owner_id)
      await this.comments.update({ id: top, answered: false }, { answered: true, updated_at: NOW });
    this.notifications.notifyReply(course, comment, await this.comments.writers(top));
  }
}
