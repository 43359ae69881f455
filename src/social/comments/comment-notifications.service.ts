import { Injectable } from '@nestjs/common';
import { MentionsService } from '../../notifications/mentions.service.js';
import { BlockRepository } from '../blocks/block.repository.js';
import type { PostRow } from '../posts/post.repository.js';
import type { Comment } from './comment.entity.js';

export type ParentComment = Pick<Comment, 'id' | 'user_id'>;

interface NewComment extends Pick<Comment, 'content'> {
  author_id: string;
  post: PostRow;
  parent: ParentComment | undefined;
}

/** Who is notified of a comment, each at most once. */
export interface CommentReaders {
  parent_author_id?: string;
  post_author_id?: string;
  mentioned: string[];
}

@Injectable()
export class CommentNotificationsService {
  constructor(
    private readonly mentions: MentionsService,
    private readonly blocks: BlockRepository,
  ) {}

  /** Only its author and staff can read a post that is not published, so only the author is notified. */
  async findReaders({ content, author_id, post, parent }: NewComment): Promise<CommentReaders> {
    const isBlocked = (userId: string) => this.blocks.existsBetween(userId, author_id);
    const isPublic = post.status === 'published';
    const skip = [author_id];
    const readers: CommentReaders = { mentioned: [] };
    if (isPublic && parent && parent.user_id !== author_id && !(await isBlocked(parent.user_id))) {
      readers.parent_author_id = parent.user_id;
      skip.push(parent.user_id);
    }
    if (!skip.includes(post.user_id)) {
      readers.post_author_id = post.user_id;
      skip.push(post.user_id);
    }
    if (isPublic) {
      readers.mentioned = await this.mentions.find({ text: content, skip, unless: isBlocked });
    }
    return readers;
  }
}
