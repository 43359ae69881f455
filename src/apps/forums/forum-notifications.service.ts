import { AppProvider } from '../kernel/app-provider.js';
import { type AppNotice, AppNotificationsService } from '../../notifications/app-notifications.service.js';
import type { Forum, ForumMember } from './forums/forum.entity.js';
import type { Post } from './posts/post.entity.js';
import type { Topic } from './topics/topic.entity.js';
import { ForumRepository } from './forums/forum.repository.js';

type TopicRef = Pick<Topic, 'id' | 'forum_id' | 'title'>;
type PostRef = Pick<Post, 'id' | 'number' | 'owner_id'>;
export type MemberChange = 'suspended' | 'suspension_lifted' | 'banned' | 'unbanned' | 'role_changed';

/** Composes all notifications of forums. */
@AppProvider()
export class ForumNotificationsService {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly forums: ForumRepository,
  ) {}

  notifyReply(topic: TopicRef, post: Post, to: string): void {
    this.ofPost([to], 'forums.reply', topic, post, short(post.body), post.owner_id);
  }

  notifyMention(topic: TopicRef, post: Post, to: string[], by: string): void {
    this.ofPost(to, 'forums.mention', topic, post, short(post.body), by);
  }

  notifyWatchers(topic: TopicRef, post: Post, to: string[]): void {
    this.ofPost(to, 'forums.new_posts', topic, post, 'There are new posts.', post.owner_id);
  }

  notifySolution(topic: TopicRef, post: PostRef, by: string): void {
    this.ofPost([post.owner_id], 'forums.solution', topic, post, 'Your post is the solution.', by);
  }

  notifyLike(topic: TopicRef, post: Post, by: string): void {
    this.ofPost([post.owner_id], 'forums.liked', topic, post, 'Your post was liked.', by);
  }

  notifyApproval(topic: TopicRef, post: Post, by: string): void {
    this.ofPost([post.owner_id], 'forums.post_approved', topic, post, 'Your post can be seen now.', by);
  }

  notifyRemoval(topic: TopicRef, post: Post, by: string, reason: string | null): void {
    const body = `Your post was removed.${reason ? ` ${reason}` : ''}`;
    this.ofPost([post.owner_id], 'forums.post_removed', topic, post, body, by);
  }

  notifyFlagResolved(
    topic: TopicRef,
    post: Post,
    reporters: string[],
    { agreed, by }: { agreed: boolean; by: string },
  ) {
    const body = agreed ? 'The moderators agree with you.' : 'The moderators have looked, and let the post stand.';
    this.ofPost(reporters, 'forums.flag_resolved', topic, post, body, by);
  }

  /** Tells the owner and the moderators of posts to be reviewed, at most once an hour. */
  notifyStaff(forumId: string, by: string): void {
    this.forums.claimStaffNotice(forumId, ({ id, name, staff }) => {
      const notice = {
        title: name,
        body: 'There are posts to be reviewed.',
        data: { forum_id: id },
        actor_id: by,
      };
      this.notifications.notifyMany(staff, { type: 'forums.review_needed', ...notice });
    });
  }

  notifyMember(
    what: MemberChange,
    { id, name }: Pick<Forum, 'id' | 'name'>,
    { user_id, role, suspended_until, reason }: ForumMember,
    by: string,
  ) {
    const data = { forum_id: id, role, suspended_until, reason };
    const body = `${WORDS[what]}${reason ? ` ${reason}` : ''}`;
    this.notifications.notify(user_id, { type: `forums.${what}`, title: name, body, data, actor_id: by });
  }

  private ofPost(
    to: string[],
    type: AppNotice['type'],
    { id, forum_id, title }: TopicRef,
    { id: post_id, number }: PostRef,
    body: string,
    actor_id: string,
  ): void {
    const data = { forum_id, topic_id: id, post_id, number };
    this.notifications.notifyMany(to, { type, title, body, data, actor_id });
  }
}

const WORDS: Record<MemberChange, string> = {
  suspended: 'You are suspended.',
  suspension_lifted: 'You are no longer suspended.',
  banned: 'You are banned.',
  unbanned: 'You are no longer banned.',
  role_changed: 'You have another role.',
};

const short = (text: string) => [...text].slice(0, 200).join('');
