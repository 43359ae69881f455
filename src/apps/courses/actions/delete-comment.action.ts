import { Uuid } from '../../../platform/http/fields.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { CourseComment } from '../comments/comment.entity.js';
import { Course } from '../catalogue/course.entity.js';
import { CommentRepository } from '../comments/comment.repository.js';

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
    const { id } = target;
    await this.comments.findOne({ id }, { lock: 'update' });
    const hasReplies = await this.comments.exists({ parent_id: id });
    if (hasReplies) await this.comments.update({ id }, { body: '', deleted_at: NOW, updated_at: NOW });
    else await this.comments.delete({ id });
    return { message: 'Comment deleted' };
  }
}
