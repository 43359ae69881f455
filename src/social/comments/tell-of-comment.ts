import { Injectable } from '@nestjs/common';
import { Mentions } from '../../notifications/mentions.js';
import { Notifications } from '../../notifications/notifications.js';
import { BlockRepository } from '../blocks/block.repository.js';
import type { PostRow } from '../posts/post.repository.js';
import type { CommentRow, Company } from './comment.repository.js';

interface NewComment {
  id: string;
  content: string;
  author: string;
  post: PostRow;
  /** The comment that this one answers, and who wrote it. */
  parentId: string | null;
  answered: string | undefined;
}

/** Whoever wrote the post, whoever is answered, and those who are named: each is told once. */
@Injectable()
export class TellOfComment {
  constructor(
    private readonly notifications: Notifications,
    private readonly mentions: Mentions,
    private readonly blocks: BlockRepository,
  ) {}

  async run({ id, content, author, post, parentId, answered }: NewComment): Promise<void> {
    const data = { post_id: post.id, comment_id: id };
    // What was taken away since is seen by its author alone.
    const isPublic = post.status === 'published';
    const told = new Set([author]);
    if (isPublic && parentId && answered && !(await this.blocks.between(answered, author))) {
      told.add(answered);
      const about = { kind: 'comment', id: parentId };
      this.notifications.notify({ user_id: answered, actor_id: author, type: 'reply', about, data });
    }
    if (!told.has(post.user_id)) {
      told.add(post.user_id);
      const about = { kind: 'post', id: post.id };
      const who = { user_id: post.user_id, actor_id: author };
      this.notifications.notify({ ...who, type: 'comment', about, data });
    }
    if (!isPublic || !content.includes('@')) return;
    const about = { kind: 'comment', id };
    const unless = (userId: string) => this.blocks.between(userId, author);
    await this.mentions.notify({ text: content, actor_id: author, about, data, skip: [...told], unless });
  }

  /** It is gone: nobody is sent there any more, unless for another comment of the same author. */
  forget({ id, post_id, user_id, parent_id, post_author_id }: CommentRow, left: Company): void {
    this.notifications.forget({ kind: 'comment', id });
    this.notifications.unlink({ kind: 'post', id: post_id }, 'comment_id', id);
    if (parent_id) this.notifications.unlink({ kind: 'comment', id: parent_id }, 'comment_id', id);
    if (parent_id && left.answered && !left.answered_again) {
      const about = { kind: 'comment', id: parent_id };
      const who = { user_id: left.answered, actor_id: user_id };
      this.notifications.withdraw({ ...who, type: 'reply', about });
    }
    if (left.commented_again) return;
    const about = { kind: 'post', id: post_id };
    const who = { user_id: post_author_id, actor_id: user_id };
    this.notifications.withdraw({ ...who, type: 'comment', about });
  }
}
