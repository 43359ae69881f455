import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ForumNews } from '../forum-news.js';
import { ForumsSettings } from '../forums.settings.js';
import { Counters } from '../keeping/counters.js';
import type { InPost } from '../places/entrance.js';
import { ForumRepository } from '../places/forum.repository.js';
import { LikeRepository } from './like.repository.js';

const A_DAY = 100;

/** Likes of a post whose topic is locked. */
@AppProvider()
export class Liking {
  constructor(
    private readonly likes: LikeRepository,
    private readonly counters: Counters,
    private readonly forums: ForumRepository,
    private readonly settings: AppSettings,
    private readonly news: ForumNews,
  ) {}

  /** Serialises the likes of one user, so that the daily limit holds; taken before any other lock. */
  holdTurn(userId: string): Promise<void> {
    return this.forums.hold(`likes of ${userId}`);
  }

  async like({ post, topic }: InPost, userId: string): Promise<number> {
    if (await this.likes.has(post.id, userId)) return post.like_count;
    if ((await this.likes.countOfDay(userId)) >= A_DAY) throw new Refusal(409, 'Daily like limit reached');
    await this.likes.add(post, userId);
    const { notify_likes } = await this.settings.of(ForumsSettings, post.owner_id);
    if (notify_likes && (await this.likes.mayTell(post.id))) this.news.liked(topic, post, userId);
    return this.moved(post, 1);
  }

  async unlike({ post }: InPost, userId: string): Promise<number> {
    return (await this.likes.remove(post.id, userId)) ? this.moved(post, -1) : post.like_count;
  }

  private moved(post: InPost['post'], by: 1 | -1): Promise<number> {
    this.counters.author(post.forum_id, { user_id: post.owner_id, likes: by });
    return this.likes.move(post, by);
  }
}
