import { defineEvent } from '../../events/define-event.js';
import { notify, withdraw } from '../../notifications/notification.effects.js';
import { Nested } from '../../platform/http/fields.js';
import { durable } from '../../realtime/event-type.js';
import { emit } from '../../realtime/realtime.effects.js';
import { PersonView } from '../common/person.js';
import type { Follow } from './follow.entity.js';
import { FollowView } from './follows.dto.js';

class FollowData {
  @Nested(() => FollowView) follow!: FollowView;
  /** The user at the other end, as the recipient sees it. */
  @Nested(() => PersonView) user!: PersonView;
}

const FOLLOW_REQUESTED = durable('follow.requested', FollowData);
const FOLLOW_CREATED = durable('follow.created', FollowData);
const FOLLOW_ACCEPTED = durable('follow.accepted', FollowData);

type FollowState = Pick<Follow, 'follower_id' | 'following_id' | 'status'>;
type Pair = Pick<Follow, 'follower_id' | 'following_id'>;

/** It is about its recipient, so that all followers of an account form one group. */
const notification = <Type>(user_id: string, actor_id: string, type: Type) => ({
  user_id,
  actor_id,
  type,
  about: { kind: 'user', id: user_id },
});
const ofFollower = ({ follower_id, following_id, status }: FollowState) =>
  notification(following_id, follower_id, status === 'following' ? ('follow' as const) : ('follow_request' as const));

interface NewFollow {
  follow: FollowState;
  /** The status that the row had until now. */
  status_before: FollowState['status'] | null;
  follower: PersonView;
}

/** A follow, or a request if the account approves its followers. */
export const FollowCreated = defineEvent<NewFollow>('follow.created', {
  data: ({ follow }) => follow,
  effects: ({ follow, status_before, follower }) => [
    status_before && withdraw(ofFollower({ ...follow, status: status_before })),
    emit(follow.status === 'following' ? FOLLOW_CREATED : FOLLOW_REQUESTED, `user:${follow.following_id}`, {
      follow,
      user: follower,
    }),
    notify(ofFollower(follow)),
  ],
});

export const FollowAccepted = defineEvent<{ follow: FollowState; followed: PersonView }>('follow.accepted', {
  data: ({ follow }) => follow,
  effects: ({ follow, followed }) => [
    emit(FOLLOW_ACCEPTED, `user:${follow.follower_id}`, { follow, user: followed }),
    withdraw(ofFollower({ ...follow, status: 'requested' })),
    notify(notification(follow.follower_id, follow.following_id, 'follow_accepted' as const)),
  ],
});

export const FollowDeclined = defineEvent<Pair>('follow.declined', {
  data: (pair) => pair,
  effects: (pair) => [withdraw(ofFollower({ ...pair, status: 'requested' }))],
});

export const FollowEnded = defineEvent<FollowState>('follow.ended', {
  data: (follow) => follow,
  effects: (follow) => [withdraw(ofFollower(follow))],
});

/** The event of the block is in the outbox already. */
export const FollowsEndedByBlock = defineEvent<FollowState[]>('follow.ended', {
  effects: (follows) => follows.map((follow) => withdraw(ofFollower(follow))),
});
