import { IsInt, Min } from 'class-validator';
import type { Caller } from '../../../platform/access/access.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { linksIn } from '../../kernel/pages/markdown.js';
import { ForumAccessService, type PostContext } from '../access/forum-access.service.js';
import { PostView } from '../posts/post.views.js';
import { mentionsOf, PostNotificationsService } from '../posts/post-notifications.service.js';
import { PostStatusService } from '../posts/post-status.service.js';
import { PostRepository } from '../posts/post.repository.js';
import { PostingRulesService, type Text } from '../posts/posting-rules.service.js';
import { PublishingService } from '../posts/publishing.service.js';
import { WRITING_REFUSALS } from '../posts/text.inputs.js';
import { isListed } from '../topics/topic.entity.js';

/** The author may correct a post for this long without a mark, as long as nobody has replied. */
const QUIET_MS = 5 * 60_000;

class Input {
  @Uuid() post_id!: string;
  @Written(1, 50_000) body!: string;
  @Optional() @Written(1, 200) reason?: string;
  /** Of the text that was changed. */
  @IsInt() @Min(0) base_edit_count!: number;
}

class Result extends answerWith('post', () => PostView) {}

@Action('update-post', {
  access: 'authenticated',
  changes: true,
  about: 'post',
  why: 'reason',
  description: 'Changes what a post says; how it was before is kept.',
  input: Input,
  result: Result,
  refuses: {
    ...WRITING_REFUSALS,
    404: ['Forum not found', 'Post not found'],
    409: [...WRITING_REFUSALS[409], 'Post was changed', 'Edit time is over'],
  },
})
export class UpdatePost {
  constructor(
    private readonly access: ForumAccessService,
    private readonly posts: PostRepository,
    private readonly rules: PostingRulesService,
    private readonly statuses: PostStatusService,
    private readonly publishing: PublishingService,
    private readonly postNotifications: PostNotificationsService,
  ) {}

  async prepare({ input, caller }: Call<Input>): Promise<Text> {
    checkMayEdit(await this.access.loadPost(input.post_id, caller), caller, input);
    return this.rules.renderText(input.body, caller);
  }

  async run({ input, caller, prepared: text }: Call<Input, undefined, undefined, Text>) {
    const context = await this.access.lockPost(input.post_id, caller);
    checkMayEdit(context, caller, input);
    await this.edit(context, caller, input, text);
    return { post: await this.posts.loadView(input.post_id, caller.id, context.permissions.countsAsStaff) };
  }

  private async edit(context: PostContext, caller: Caller, input: Input, text: Text): Promise<void> {
    const { post, topic, forum, permissions } = context;
    const isAuthor = post.owner_id === caller.id;
    const { waits } = this.rules.checkText(await this.rules.writerOf(permissions), text);
    const isQuiet = isAuthor && Date.now() - post.created_at.getTime() < QUIET_MS && !(await this.posts.hasReply(post));
    if (!isQuiet) await this.posts.insertRevision(post, caller.id, input.reason ?? null, null);
    const title = post.number === 1 ? topic.title : '';
    const now = await this.posts.rewrite(post.id, text, !isQuiet, forum.language, title);
    if (waits && post.status === 'visible' && text.links > linksIn(post.html)) {
      await this.statuses.changeStatus({ post: now, topic }, 'pending');
      return this.publishing.holdForReview(now);
    }
    const before = mentionsOf(post.body);
    const added = text.mentions.filter((name) => !before.includes(name));
    if (now.status === 'visible' && isListed(topic))
      await this.postNotifications.notifyMentioned(topic, now, added, { by: caller.id, but: [] });
  }
}

function checkMayEdit({ post, category, permissions }: PostContext, caller: Caller, { base_edit_count }: Input): void {
  if (post.owner_id !== caller.id && !permissions.isStaff) throw forbidden();
  if (post.status === 'deleted') throw notFound('Post');
  permissions.checkMayWrite(category);
  if (!permissions.mayStillEdit(post.created_at)) throw new Refusal(409, 'Edit time is over');
  if (post.edit_count !== base_edit_count) throw new Refusal(409, 'Post was changed');
}
