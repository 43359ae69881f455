import { IsArray, IsInt } from 'class-validator';
import { Nested, Nullable, Uuid } from '../platform/http/input/fields.js';
import { durable, hint } from '../realtime/event-type.js';
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
export const NOTIFICATION_READ = durable('notification.read', NotificationRead);
/** The action was undone, or its thing was deleted. */
export const NOTIFICATION_REMOVED = hint('notification.removed', NotificationRemoved);
/** One of several actors undid the action; the group of the others is sent. */
export const NOTIFICATION_UPDATED = hint('notification.updated', NotificationCreated);
