import { Nested } from '../../platform/http/input/fields.js';
import { durable } from '../../realtime/event-type.js';
import { PersonView } from '../common/person.dto.js';
import { FollowView } from './follows.dto.js';

export class FollowChanged {
  @Nested(() => FollowView) follow!: FollowView;
  /** The user at the other end, as the recipient sees it. */
  @Nested(() => PersonView) user!: PersonView;
}

export const FOLLOW_REQUESTED = durable('follow.requested', FollowChanged);
export const FOLLOW_CREATED = durable('follow.created', FollowChanged);
export const FOLLOW_ACCEPTED = durable('follow.accepted', FollowChanged);
