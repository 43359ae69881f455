import { Injectable } from '@nestjs/common';
import { Notifications } from '../../notifications/notifications.js';
import type { Follow } from './follow.entity.js';

type Between = Pick<Follow, 'follower_id' | 'following_id' | 'status'>;

/** What the two hear of it. All followers of an account are one group, so it is about whoever is told. */
@Injectable()
export class FollowNotices {
  constructor(private readonly notifications: Notifications) {}

  of({ follower_id, following_id, status }: Between): Promise<void> {
    return this.notifications.notify(notice(following_id, follower_id, typeOf(status)));
  }

  async accepted(follower_id: string, following_id: string): Promise<void> {
    await this.withdraw({ follower_id, following_id, status: 'requested' });
    await this.notifications.notify(notice(follower_id, following_id, 'follow_accepted'));
  }

  /** It is no more, or was answered. */
  withdraw({ follower_id, following_id, status }: Between): Promise<void> {
    return this.notifications.withdraw(notice(following_id, follower_id, typeOf(status)));
  }
}

const typeOf = (status: Between['status']) => (status === 'following' ? 'follow' : 'follow_request');

const notice = <Type>(user_id: string, actor_id: string, type: Type) => ({
  user_id,
  actor_id,
  type,
  about: { kind: 'user', id: user_id },
});
