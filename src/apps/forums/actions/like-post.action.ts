import { IsBoolean, IsInt } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ForumAccessService, type PostContext } from '../access/forum-access.service.js';
import { CounterRepository } from '../counter.repository.js';
import { ForumNotificationsService } from '../forum-notifications.service.js';
import { ForumsSettings } from '../forums.settings.js';
import { ForumRepository } from '../forums/forum.repository.js';
import { LikeRepository } from '../posts/like.repository.js';
import { Post } from '../posts/post.entity.js';

const MOST_A_DAY = 100;

class Input {
  @Uuid() post_id!: string;
  @Optional() @IsBoolean() liked?: boolean;
}

class LikedPost {
  @Uuid() id!: string;
  @IsInt() like_count!: number;
  @IsBoolean() liked!: boolean;
}

class Result extends answerWith('post', () => LikedPost) {}

@Action('like-post', {
  access: 'authenticated',
  changes: true,
  about: 'post',
  description: 'Likes a post, or takes that back.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Cannot like your own post'],
    404: ['Forum not found', 'Post not found'],
    409: [
      'Daily like limit reached',
      'You are suspended until {time}',
      'You are banned from this forum',
      'Forum is read-only',
    ],
  },
})
export class LikePost {
  constructor(
    private readonly access: ForumAccessService,
    private readonly likes: LikeRepository,
    private readonly counters: CounterRepository,
    private readonly forums: ForumRepository,
    private readonly settings: AppSettings,
    private readonly notifications: ForumNotificationsService,
  ) {}

  async run({ input: { post_id, liked = true }, caller }: Call<Input>) {
    // Serialises the likes of one user, so that the daily limit holds; taken before any other lock.
    if (liked) await this.forums.lockByName(`likes of ${caller.id}`);
    const context = await this.access.lockPost(post_id, caller);
    const { post, permissions } = context;
    if (post.owner_id === caller.id) throw new Refusal(400, 'Cannot like your own post');
    const refusal = permissions.writeRefusal();
    if (refusal) throw refusal;
    if (post.status !== 'visible') throw notFound('Post');
    const like_count = await (liked ? this.like(context, caller.id) : this.unlike(post, caller.id));
    return { post: { id: post_id, like_count, liked } };
  }

  private async like({ post, topic }: PostContext, user_id: string): Promise<number> {
    const { id: post_id, topic_id, forum_id } = post;
    if (await this.likes.exists({ post_id, user_id })) return post.like_count;
    if ((await this.likes.countOfDay(user_id)) >= MOST_A_DAY) throw new Refusal(409, 'Daily like limit reached');
    await this.likes.insertIfAbsent({ post_id, topic_id, forum_id, user_id });
    const { notify_likes } = await this.settings.of(ForumsSettings, post.owner_id);
    if (notify_likes && (await this.likes.claimNotice(post_id))) this.notifications.notifyLike(topic, post, user_id);
    return this.count(post, 1);
  }

  private async unlike(post: Post, user_id: string): Promise<number> {
    return (await this.likes.delete({ post_id: post.id, user_id })) ? this.count(post, -1) : post.like_count;
  }

  private count(post: Post, by: 1 | -1): Promise<number> {
    this.counters.countAuthor(post.forum_id, { user_id: post.owner_id, likes: by });
    return this.likes.addToCounts(post, by);
  }
}
