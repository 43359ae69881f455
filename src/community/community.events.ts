import { defineEvent, type EventDeclaration } from '../events/define-event.js';
import { forget, notify } from '../notifications/notification.effects.js';
import { durable } from '../realtime/event-type.js';
import { emit } from '../realtime/realtime.effects.js';
import { UserBadgeAnswer } from './badges/badges.dto.js';
import { ReadUpdated } from './common.dto.js';

const READ_UPDATED = durable('read.updated', ReadUpdated);
const BADGE_EARNED = durable('badge.earned', UserBadgeAnswer);

/** Only the reader receives it; their other devices update the count. */
export const emitRead = (userId: string, data: ReadUpdated) => emit(READ_UPDATED, `user:${userId}`, data);

export const ReadPositionMoved = defineEvent<{ user_id: string; position: ReadUpdated }>('read.updated', {
  effects: ({ user_id, position }) => [emitRead(user_id, position)],
});

/** Staff changed a badge, a sticker pack or a category: the outbox keeps the fact as it is. */
const changedByStaff = (type: string): EventDeclaration<object> =>
  defineEvent(type, { data: (fact) => fact, staff: true });

export const RoomCategoryCreated = changedByStaff('admin.room_category_created');
export const RoomCategoryUpdated = changedByStaff('admin.room_category_updated');
export const RoomCategoryDeleted = changedByStaff('admin.room_category_deleted');
export const StickerPackCreated = changedByStaff('admin.sticker_pack_created');
export const StickerPackUpdated = changedByStaff('admin.sticker_pack_updated');
export const StickerPackDeleted = changedByStaff('admin.sticker_pack_deleted');
export const BadgeCreated = changedByStaff('admin.badge_created');
export const BadgeUpdated = changedByStaff('admin.badge_updated');

export const BadgeDeleted = defineEvent<{ badge_id: string }>('admin.badge_deleted', {
  data: ({ badge_id }) => ({ badge_id }),
  staff: true,
  effects: ({ badge_id }) => [forget({ kind: 'badge', id: badge_id })],
});

interface AwardedBadge {
  badge_id: string;
  user_id: string;
  name: string;
  earned: UserBadgeAnswer;
}

export const BadgeAwarded = defineEvent<AwardedBadge>('admin.badge_awarded', {
  data: ({ badge_id, user_id }) => ({ badge_id, user_id }),
  staff: true,
  effects: ({ badge_id, user_id, name, earned }) => [
    notify({ user_id, actor_id: null, type: 'badge_earned', about: { kind: 'badge', id: badge_id }, data: { name } }),
    emit(BADGE_EARNED, `user:${user_id}`, earned),
  ],
});
