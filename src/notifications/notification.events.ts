import { IsArray, IsInt } from 'class-validator';
import { defineEvent } from '../events/define-event.js';
import { Nested, Nullable, Uuid } from '../platform/http/fields.js';
import { durable, hint } from '../realtime/event-type.js';
import { emit } from '../realtime/realtime.effects.js';
import { NotificationView } from './notifications.dto.js';

export class NotificationCreated {
  @Nested(() => NotificationView) notification!: NotificationView;
  @IsInt() unread_count!: number;
}

export class NotificationRead {
  /** Null if all were read. */
  @Nullable() @IsArray() @Uuid({ each: true }) ids!: string[] | null;
  @IsInt() unread_count!: number;
}

export class NotificationRemoved {
  @IsArray() @Uuid({ each: true }) ids!: string[];
  @IsInt() unread_count!: number;
}

/** Also sent when an unread group gets another actor: the new state replaces the old one. */
export const NOTIFICATION_CREATED = durable('notification.created', NotificationCreated);
const NOTIFICATION_READ = durable('notification.read', NotificationRead);
/** The action was undone, or its thing was deleted. */
export const NOTIFICATION_REMOVED = hint('notification.removed', NotificationRemoved);
/** One of several actors undid the action; the group of the others is sent. */
export const NOTIFICATION_UPDATED = hint('notification.updated', NotificationCreated);

export const NotificationsRead = defineEvent<NotificationRead & { user_id: string }>('notification.read', {
  data: ({ user_id, ids, unread_count }) => ({ user_id, ids, unread_count }),
  effects: ({ user_id, ids, unread_count }) => [emit(NOTIFICATION_READ, `user:${user_id}`, { ids, unread_count })],
});

export const NotificationSettingsChanged = defineEvent<{ user_id: string; settings: Record<string, boolean> }>(
  'notification.settings_changed',
  { data: ({ user_id, settings }) => ({ user_id, settings }) },
);
