import { defineEvent } from '../../events/define-event.js';
import { durable } from '../../realtime/event-type.js';
import { emit } from '../../realtime/realtime.effects.js';
import type { MembershipRow } from './membership.repository.js';
import { MembershipAnswer } from './memberships.dto.js';

const MEMBERSHIP_UPDATED = durable('membership.updated', MembershipAnswer);

export const MembershipUpdated = defineEvent<MembershipRow>('membership.updated', {
  data: ({ id, tier, status, expires_at }) => ({ membership_id: id, tier, status, expires_at }),
  effects: (membership) => [emit(MEMBERSHIP_UPDATED, `user:${membership.user_id}`, { membership }, { actor: null })],
});
