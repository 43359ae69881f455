import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/access.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { Post } from './post.entity.js';
import type { Topic } from '../topics/topic.entity.js';
import { ForumNotificationsService } from '../forum-notifications.service.js';
import { ForumsSettings } from '../forums.settings.js';
import { ReviewRepository } from '../moderation/review.repository.js';
import type { ForumContext } from '../access/forum-access.service.js';
import { PostRepository } from './post.repository.js';
import { PostNotificationsService } from './post-notifications.service.js';
import { TrackingRepository } from '../topics/tracking.repository.js';
import type { Text } from './posting-rules.service.js';

export interface Draft {
  text: Text;
  number: number;
  waits: boolean;
  reply_to_number?: number;
  idempotency_key?: string;
}

/** Inserts a post into a new or locked topic, tracks the topic for the author and notifies others. */
@AppProvider()
export class PublishingService {
  constructor(
    private readonly posts: PostRepository,
    private readonly tracking: TrackingRepository,
    private readonly reviews: ReviewRepository,
    private readonly postNotifications: PostNotificationsService,
    private readonly settings: AppSettings,
    private readonly notifications: ForumNotificationsService,
  ) {}

  async publish({ forum }: ForumContext, topic: Topic, caller: Caller, draft: Draft): Promise<Post> {
    const { text, number, waits, reply_to_number = null, idempotency_key = null } = draft;
    const { body, html, mentions } = text;
    const where = { topic_id: topic.id, forum_id: forum.id, owner_id: caller.id, number, reply_to_number };
    const row = { ...where, body, html, idempotency_key, status: waits ? 'pending' : 'visible' } as const;
    const post = await this.posts.insertPost(row, forum.language, number === 1 ? topic.title : '');
    const { auto_watch } = await this.settings.of(ForumsSettings, caller.id);
    await this.tracking.trackAuthor(topic.id, caller.id, auto_watch, number);
    if (waits) await this.holdForReview(post);
    else await this.postNotifications.notifyOfPost(topic, post, mentions);
    return post;
  }

  /** Staff has to approve the post before others see it. */
  async holdForReview({ id, forum_id, owner_id }: Post): Promise<void> {
    await this.reviews.insertIfAbsent({ forum_id, post_id: id, kind: 'approval' });
    this.notifications.notifyStaff(forum_id, owner_id);
  }
}
