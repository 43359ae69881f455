import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { linksIn } from '../../kernel/markdown.js';
import { PostStates } from '../keeping/post-states.js';
import { type InPost, isListed } from '../places/entrance.js';
import { mayStillEdit } from './edit-window.js';
import { PostRepository } from './post.repository.js';
import { Posting } from './posting.js';
import { Telling } from './telling.js';
import { mentionsOf, type Text, Writing } from './writing.js';

/** So long no mark tells that a text was corrected, where nobody has answered it. */
const QUIET_MS = 5 * 60_000;

export interface Edit {
  body: string;
  reason?: string;
  base_edit_count: number;
}

/** Changes the text of a post whose topic is locked. */
@AppProvider()
export class EditPost {
  constructor(
    private readonly posts: PostRepository,
    private readonly writing: Writing,
    private readonly states: PostStates,
    private readonly posting: Posting,
    private readonly telling: Telling,
  ) {}

  /** Before the topic is locked: the text, for a caller who may change the post. */
  prepare(place: InPost, caller: Caller, edit: Edit): Promise<Text> {
    mayEdit(place, caller, edit);
    return this.writing.draw(edit.body, caller);
  }

  async apply(place: InPost, caller: Caller, edit: Edit, text: Text): Promise<void> {
    mayEdit(place, caller, edit);
    const { post, topic, forum, standing } = place;
    const isAuthor = post.owner_id === caller.id;
    const { waits } = this.writing.allows(await this.writing.held(standing), text);
    const isQuiet = isAuthor && Date.now() - post.created_at.getTime() < QUIET_MS && !(await this.posts.hasReply(post));
    if (!isQuiet) await this.posts.revise(post, caller.id, edit.reason ?? null, null);
    const title = post.number === 1 ? topic.title : '';
    const now = await this.posts.rewrite(post.id, text, !isQuiet, forum.language, title);
    if (waits && post.status === 'visible' && text.links > linksIn(post.html)) {
      await this.states.set({ post: now, topic }, 'pending');
      return this.posting.hold(now);
    }
    const before = mentionsOf(post.body);
    const added = text.mentions.filter((name) => !before.includes(name));
    if (now.status === 'visible' && isListed(topic))
      await this.telling.mentioned(topic, now, added, { by: caller.id, but: [] });
  }
}

function mayEdit({ post, category, standing }: InPost, caller: Caller, { base_edit_count }: Edit): void {
  if (post.owner_id !== caller.id && !standing.isStaff) throw forbidden();
  if (post.status === 'deleted') throw notFound('Post');
  standing.writes(category);
  if (!mayStillEdit(standing, post.created_at)) throw new Refusal(409, 'Edit time is over');
  if (post.edit_count !== base_edit_count) throw new Refusal(409, 'Post was changed');
}
