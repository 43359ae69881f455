import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { PostStates } from '../keeping/post-states.js';
import { type InPost, isListed } from '../places/entrance.js';
import { mayStillEdit } from './edit-window.js';
import { PostRepository } from './post.repository.js';
import { Posting } from './posting.js';
import { Telling } from './telling.js';
import { textOf, Writing } from './writing.js';

/** So long nobody is told that a text was corrected, where nobody has answered it. */
const QUIET_MS = 5 * 60_000;

export interface Edit {
  body: string;
  reason?: string;
  base_edit_count: number;
}

/** Changes the text of a post whose topic is locked. */
@Injectable()
export class EditPost {
  constructor(
    private readonly posts: PostRepository,
    private readonly writing: Writing,
    private readonly states: PostStates,
    private readonly posting: Posting,
    private readonly telling: Telling,
  ) {}

  async apply(place: InPost, caller: Caller, { body, reason, base_edit_count }: Edit): Promise<void> {
    const { post, topic, forum, category, standing } = place;
    const isAuthor = post.owner_id === caller.id;
    if (!isAuthor && !standing.isStaff) throw forbidden();
    if (post.status === 'deleted') throw notFound('Post');
    standing.writes(category);
    if (!mayStillEdit(standing, post.created_at)) throw new Refusal(409, 'Edit time is over');
    if (post.edit_count !== base_edit_count) throw new Refusal(409, 'Post was changed');
    const text = textOf(body);
    const { waits } = this.writing.allows(await this.writing.held(standing), text);
    const isQuiet =
      isAuthor && Date.now() - post.created_at.getTime() < QUIET_MS && !(await this.posts.hasReply(post));
    if (!isQuiet) await this.posts.revise(post, caller.id, reason ?? null, null);
    const title = post.number === 1 ? topic.title : '';
    const now = await this.posts.rewrite(post.id, text, !isQuiet, forum.language, title);
    const before = textOf(post.body);
    if (waits && post.status === 'visible' && text.links > before.links) {
      await this.states.set({ post: now, topic }, 'pending');
      return this.posting.hold(now);
    }
    const added = text.mentions.filter((name) => !before.mentions.includes(name));
    if (now.status === 'visible' && isListed(topic))
      await this.telling.mentioned(topic, now, added, { by: caller.id, but: [] });
  }
}
