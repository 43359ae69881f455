import { Injectable } from '@nestjs/common';
import { Mentions } from '../../notifications/mentions.js';
import { Notifications } from '../../notifications/notifications.js';
import { BlockRepository } from '../blocks/block.repository.js';
import type { PostRow } from '../posts/post.repository.js';

interface NewComment {
  id: string;
  content: string;
  author: string;
  post: PostRow;
  /** Who wrote the comment that this one answers. */
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

  async run({ id, content, author, post, answered }: NewComment): Promise<void> {
    const about = { kind: 'post', id: post.id };
    const data = { comment_id: id };
    const told = new Set([author]);
    const tell = async (user_id: string, type: 'comment' | 'reply') => {
      if (told.has(user_id)) return;
      told.add(user_id);
      await this.notifications.notify({ user_id, actor_id: author, type, about, data });
    };
    if (answered && !(await this.blocks.between(answered, author))) await tell(answered, 'reply');
    await tell(post.user_id, 'comment');
    if (!content.includes('@')) return;
    const skip = [...told, ...(await this.blocks.hiddenFrom(author))];
    await this.mentions.notify({ text: content, actor_id: author, about: { kind: 'comment', id }, skip });
  }

  /** It is gone: nobody is sent there any more. */
  forget(id: string): Promise<void> {
    return this.notifications.forget({ kind: 'comment', id });
  }
}
