import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import type { PersonView } from '../common/person.dto.js';
import type { Follow } from './follow.entity.js';
import { FOLLOW_ACCEPTED, FOLLOW_CREATED, FOLLOW_REQUESTED } from './follows.events.js';

type FollowState = Pick<Follow, 'follower_id' | 'following_id' | 'status'>;

/** Announces follows and requests: domain events, realtime events and notifications. */
@Injectable()
export class FollowEventsService {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  /** `before` is the status that the row had until now. */
  announceFollowed(follow: FollowState, before: FollowState['status'] | null, follower: PersonView): void {
    const { follower_id, following_id, status } = follow;
    if (before) this.withdrawNotification({ ...follow, status: before });
    const type = status === 'following' ? FOLLOW_CREATED : FOLLOW_REQUESTED;
    this.realtime.emit(type, `user:${following_id}`, { follow, user: follower }, follower_id);
    this.notifications.notify(notification(following_id, follower_id, typeOf(status)));
    this.events.record({ type: 'follow.created', actor_id: follower_id, data: follow });
  }

  announceAccepted(follow: FollowState, followed: PersonView): void {
    const { follower_id, following_id } = follow;
    this.realtime.emit(FOLLOW_ACCEPTED, `user:${follower_id}`, { follow, user: followed }, following_id);
    this.withdrawNotification({ follower_id, following_id, status: 'requested' });
    this.notifications.notify(notification(follower_id, following_id, 'follow_accepted'));
    this.events.record({ type: 'follow.accepted', actor_id: following_id, data: follow });
  }

  announceDeclined(follower_id: string, following_id: string): void {
    const data = { follower_id, following_id };
    this.withdrawNotification({ ...data, status: 'requested' });
    this.events.record({ type: 'follow.declined', actor_id: following_id, data });
  }

  announceEnded(follow: FollowState): void {
    this.withdrawNotification(follow);
    this.events.record({ type: 'follow.ended', actor_id: follow.follower_id, data: follow });
  }

  withdrawNotification({ follower_id, following_id, status }: FollowState): void {
    this.notifications.withdraw(notification(following_id, follower_id, typeOf(status)));
  }
}

const typeOf = (status: FollowState['status']) => (status === 'following' ? 'follow' : 'follow_request');

/** It is about its recipient, so that all followers of an account form one group. */
const notification = <Type>(user_id: string, actor_id: string, type: Type) => ({
  user_id,
  actor_id,
  type,
  about: { kind: 'user', id: user_id },
});
