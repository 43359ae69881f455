import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { Post } from '../entities/post.entity.js';
import type { Topic } from '../entities/topic.entity.js';
import { ForumNews } from '../forum-news.js';
import { ForumsSettings } from '../forums.settings.js';
import { ReviewRepository } from '../keeping/review.repository.js';
import type { InForum } from '../places/entrance.js';
import { PostRepository } from './post.repository.js';
import { Telling } from './telling.js';
import { TrackingRepository } from './tracking.repository.js';
import type { Text } from './writing.js';

export interface Draft {
  text: Text;
  number: number;
  waits: boolean;
  reply_to_number?: number;
  idempotency_key?: string;
}

/** A post in a topic that is made or locked: the row, what its author follows from now on, and who hears of it. */
@AppProvider()
export class Posting {
  constructor(
    private readonly posts: PostRepository,
    private readonly tracking: TrackingRepository,
    private readonly reviews: ReviewRepository,
    private readonly telling: Telling,
    private readonly settings: AppSettings,
    private readonly news: ForumNews,
  ) {}

  async post({ forum }: InForum, topic: Topic, caller: Caller, draft: Draft): Promise<Post> {
    const { text, number, waits, reply_to_number = null, idempotency_key = null } = draft;
    const { body, html, mentions } = text;
    const place = { topic_id: topic.id, forum_id: forum.id, owner_id: caller.id, number, reply_to_number };
    const row = { ...place, body, html, idempotency_key, status: waits ? 'pending' : 'visible' } as const;
    const post = await this.posts.insert(row, forum.language, number === 1 ? topic.title : '');
    const { auto_watch } = await this.settings.of(ForumsSettings, caller.id);
    await this.tracking.wrote(topic.id, caller.id, auto_watch, number);
    if (waits) await this.hold(post);
    else await this.telling.written(topic, post, mentions);
    return post;
  }

  /** Somebody has to look at it first. */
  async hold({ id, forum_id, owner_id }: Post): Promise<void> {
    await this.reviews.wait(forum_id, id);
    this.news.reviewNeeded(forum_id, owner_id);
  }
}
