import { IsIn } from 'class-validator';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ForumAccessService, type PostContext } from '../access/forum-access.service.js';
import { ForumNotificationsService } from '../forum-notifications.service.js';
import { ForumsSettings } from '../forums.settings.js';
import { ForumRepository } from '../forums/forum.repository.js';
import { FLAG_REASONS, type FlagReason } from '../moderation/post-review.entity.js';
import { ReviewRepository } from '../moderation/review.repository.js';
import { PostStatusService } from '../posts/post-status.service.js';

const MOST_A_DAY = 20;
/** Flags for spam or illegal content that hide a post; other reasons need as many as the owner has set. */
const GRAVE = 2;

class Input {
  @Uuid() post_id!: string;
  @IsIn(FLAG_REASONS) reason!: FlagReason;
  /** What the reason is, where it is another. */
  @Optional() @Written(1, 500) note?: string;
}

@Action('flag-post', {
  access: 'authenticated',
  changes: true,
  about: { post: 'post_id' },
  description: 'Asks the moderators to look at a post. What trusted members have flagged is hidden until then.',
  input: Input,
  result: MessageResult,
  refuses: {
    400: ['Cannot flag your own post', 'Note is required'],
    404: ['Forum not found', 'Post not found'],
    409: ['Already flagged', 'Daily flag limit reached', 'You are banned from this forum'],
  },
})
export class FlagPost {
  constructor(
    private readonly access: ForumAccessService,
    private readonly reviews: ReviewRepository,
    private readonly statuses: PostStatusService,
    private readonly forums: ForumRepository,
    private readonly settings: AppSettings,
    private readonly notifications: ForumNotificationsService,
  ) {}

  async run({ input: { post_id, reason, note }, caller }: Call<Input>) {
    if (reason === 'other' && note === undefined) throw new Refusal(400, 'Note is required');
    // Serialises the flags of one user, so that the daily limit holds; taken before any other lock.
    await this.forums.lockByName(`flags of ${caller.id}`);
    const context = await this.access.lockPost(post_id, caller, { stubs: true });
    const { post, forum, permissions } = context;
    if (post.owner_id === caller.id) throw new Refusal(400, 'Cannot flag your own post');
    if (post.status === 'deleted') throw notFound('Post');
    if (permissions.member?.banned) throw new Refusal(409, 'You are banned from this forum');
    const isOver = (await this.reviews.countFlagsOfDay(caller.id)) >= MOST_A_DAY;
    const flag = { forum_id: forum.id, post_id, kind: 'flag', reporter_id: caller.id, reason, note } as const;
    if (!(await this.reviews.insertIfAbsent(flag))) throw new Refusal(409, 'Already flagged');
    if (isOver) throw new Refusal(409, 'Daily flag limit reached');
    if (post.status === 'visible' && (await this.hasTooManyFlags(context)))
      await this.statuses.changeStatus(context, 'hidden');
    this.notifications.notifyStaff(forum.id, caller.id);
    return { message: 'Thank you, the moderators will look at it' };
  }

  private async hasTooManyFlags({ forum, post }: PostContext): Promise<boolean> {
    const { flags_to_hide } = await this.settings.of(ForumsSettings, forum.owner_id);
    const { all, grave } = await this.reviews.weighFlags(post.id);
    return all >= flags_to_hide || grave >= Math.min(GRAVE, flags_to_hide);
  }
}
