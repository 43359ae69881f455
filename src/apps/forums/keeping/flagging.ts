import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { FlagReason } from '../entities/post-review.entity.js';
import { ForumNews } from '../forum-news.js';
import { ForumsSettings } from '../forums.settings.js';
import type { InPost } from '../places/entrance.js';
import { ForumRepository } from '../places/forum.repository.js';
import { PostStates } from './post-states.js';
import { ReviewRepository } from './review.repository.js';

const A_DAY = 20;
/** Of what must not be seen for long, fewer are enough. */
const GRAVE = 2;

/** Flags of a post whose topic is locked. */
@AppProvider()
export class Flagging {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly states: PostStates,
    private readonly forums: ForumRepository,
    private readonly settings: AppSettings,
    private readonly news: ForumNews,
  ) {}

  /** Serialises the flags of one user, so that the daily limit holds; taken before any other lock. */
  holdTurn(userId: string): Promise<void> {
    return this.forums.hold(`flags of ${userId}`);
  }

  async flag(place: InPost, { id }: Caller, reason: FlagReason, note: string | null): Promise<void> {
    const { post, forum } = place;
    const isOver = (await this.reviews.flagsOfDay(id)) >= A_DAY;
    const flag = { forum_id: forum.id, post_id: post.id, reporter_id: id, reason, note };
    if (!(await this.reviews.flag(flag))) throw new Refusal(409, 'Already flagged');
    if (isOver) throw new Refusal(409, 'Daily flag limit reached');
    const { flags_to_hide } = await this.settings.of(ForumsSettings, forum.owner_id);
    const { all, grave } = await this.reviews.weight(post.id);
    const isTooMuch = all >= flags_to_hide || grave >= Math.min(GRAVE, flags_to_hide);
    if (isTooMuch && post.status === 'visible') await this.states.set(place, 'hidden');
    this.news.reviewNeeded(forum.id, id);
  }
}
