import { durable } from '../../realtime/event-type.js';
import { UserBadgeAnswer } from './badges.io.js';

export const BADGE_EARNED = durable('badge.earned', UserBadgeAnswer);
