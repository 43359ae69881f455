import { Injectable } from '@nestjs/common';
import { Notifications } from '../../notifications/notifications.js';
import { Realtime } from '../../realtime/realtime.js';
import type { PersonView } from '../posts/posts.io.js';
import { FOLLOW_ACCEPTED, FOLLOW_CREATED, FOLLOW_REQUESTED } from '../social.events.js';
import type { Follow } from './follow.entity.js';

type Between = Pick<Follow, 'follower_id' | 'following_id' | 'status'>;

/** What the two hear of it. All followers of an account are one group, so it is about whoever is told. */
@Injectable()
export class FollowNotices {
  constructor(
    private readonly notifications: Notifications,
    private readonly realtime: Realtime,
  ) {}

  of(follow: Between, follower: PersonView): void {
    const { follower_id, following_id, status } = follow;
    const type = status === 'following' ? FOLLOW_CREATED : FOLLOW_REQUESTED;
    this.realtime.emit(type, `user:${following_id}`, { follow, user: follower }, follower_id);
    this.notifications.notify(notice(following_id, follower_id, typeOf(status)));
  }

  accepted(follow: Between, followed: PersonView): void {
    const { follower_id, following_id } = follow;
    this.realtime.emit(FOLLOW_ACCEPTED, `user:${follower_id}`, { follow, user: followed }, following_id);
    this.withdraw({ follower_id, following_id, status: 'requested' });
    this.notifications.notify(notice(follower_id, following_id, 'follow_accepted'));
  }

  /** It is no more, or was answered. */
  withdraw({ follower_id, following_id, status }: Between): void {
    this.notifications.withdraw(notice(following_id, follower_id, typeOf(status)));
  }
}

const typeOf = (status: Between['status']) => (status === 'following' ? 'follow' : 'follow_request');

const notice = <Type>(user_id: string, actor_id: string, type: Type) => ({
  user_id,
  actor_id,
  type,
  about: { kind: 'user', id: user_id },
});
