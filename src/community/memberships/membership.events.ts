import { durable } from '../../realtime/event-type.js';
import { MembershipAnswer } from './memberships.io.js';

export const MEMBERSHIP_UPDATED = durable('membership.updated', MembershipAnswer);
