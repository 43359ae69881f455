import { Uuid } from '../../../platform/http/input/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../courses.views.js';
import { CourseComment } from '../entities/course-comment.entity.js';
import { Course } from '../entities/course.entity.js';
import { CommentRepository } from '../talk/comment.repository.js';

class Input {
  @Uuid() comment_id!: string;
}

@Action('delete-comment', {
  access: 'authenticated',
  target: {
    entity: CourseComment,
    by: 'comment_id',
    thing: 'Comment',
    via: { entity: Course, by: 'course_id' },
  },
  party: ['owner_id', 'parent.owner_id'],
  changes: true,
  description: 'Of its writer, or of who teaches; one with replies stays as an empty mark.',
  input: Input,
  result: MessageResult,
})
export class DeleteComment {
  constructor(private readonly comments: CommentRepository) {}

  async run({ target }: Call<Input, CourseComment>) {
    if (target.deleted_at) throw notFound('Comment');
    await this.comments.delete(target.id);
    return { message: 'Comment deleted' };
  }
}
