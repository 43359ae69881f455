import { AppProvider } from '../kernel/app-provider.js';
import { type AppNotice, AppNotificationsService } from '../../notifications/app-notifications.service.js';
import type { ForumMember } from './entities/forum-member.entity.js';
import type { Forum } from './entities/forum.entity.js';
import type { Post } from './entities/post.entity.js';
import type { Topic } from './entities/topic.entity.js';
import { ForumRepository } from './places/forum.repository.js';

type Known = Pick<Topic, 'id' | 'forum_id' | 'title'>;
type Place = Pick<Forum, 'id' | 'name'>;
export type Standings = 'suspended' | 'suspension_lifted' | 'banned' | 'unbanned' | 'role_changed';

/** What people are told of forums, in the transaction in which it happened. */
@AppProvider()
export class ForumNews {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly forums: ForumRepository,
  ) {}

  replied(topic: Known, post: Post, to: string): void {
    this.ofPost([to], 'forums.reply', topic, post, short(post.body), post.owner_id);
  }

  mentioned(topic: Known, post: Post, to: string[], by: string): void {
    this.ofPost(to, 'forums.mention', topic, post, short(post.body), by);
  }

  written(topic: Known, post: Post, to: string[]): void {
    this.ofPost(to, 'forums.new_posts', topic, post, 'There are new posts.', post.owner_id);
  }

  solved(topic: Known, post: Post, by: string): void {
    this.ofPost([post.owner_id], 'forums.solution', topic, post, 'Your post is the solution.', by);
  }

  liked(topic: Known, post: Post, by: string): void {
    this.ofPost([post.owner_id], 'forums.liked', topic, post, 'Your post was liked.', by);
  }

  approved(topic: Known, post: Post, by: string): void {
    this.ofPost([post.owner_id], 'forums.post_approved', topic, post, 'Your post can be seen now.', by);
  }

  removed(topic: Known, post: Post, by: string, reason: string | null): void {
    const body = `Your post was removed.${reason ? ` ${reason}` : ''}`;
    this.ofPost([post.owner_id], 'forums.post_removed', topic, post, body, by);
  }

  flagResolved(topic: Known, post: Post, reporters: string[], { agreed, by }: { agreed: boolean; by: string }) {
    const body = agreed ? 'The moderators agree with you.' : 'The moderators have looked, and let the post stand.';
    this.ofPost(reporters, 'forums.flag_resolved', topic, post, body, by);
  }

  /** To all who keep order, at most once an hour. */
  reviewNeeded(forumId: string, by: string): void {
    this.forums.alarm(forumId, ({ id, name, staff }) => {
      const notice = {
        title: name,
        body: 'There are posts to be reviewed.',
        data: { forum_id: id },
        actor_id: by,
      };
      this.notifications.notifyMany(staff, { type: 'forums.review_needed', ...notice });
    });
  }

  standing(what: Standings, { id, name }: Place, { user_id, role, suspended_until, reason }: ForumMember, by: string) {
    const data = { forum_id: id, role, suspended_until, reason };
    const body = `${WORDS[what]}${reason ? ` ${reason}` : ''}`;
    this.notifications.notify(user_id, { type: `forums.${what}`, title: name, body, data, actor_id: by });
  }

  private ofPost(
    to: string[],
    type: AppNotice['type'],
    { id, forum_id, title }: Known,
    { id: post_id, number }: Post,
    body: string,
    actor_id: string,
  ): void {
    const data = { forum_id, topic_id: id, post_id, number };
    this.notifications.notifyMany(to, { type, title, body, data, actor_id });
  }
}

const WORDS: Record<Standings, string> = {
  suspended: 'You are suspended.',
  suspension_lifted: 'You are no longer suspended.',
  banned: 'You are banned.',
  unbanned: 'You are no longer banned.',
  role_changed: 'You have another role.',
};

const short = (text: string) => [...text].slice(0, 200).join('');
