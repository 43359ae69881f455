import { IsArray, IsInt } from 'class-validator';
import { Nested, Nullable, Uuid } from '../platform/http/input/fields.js';
import { durable, hint } from '../realtime/event-type.js';
import { NotificationView } from './notifications.io.js';

export class NotificationCreated {
  @Nested(() => NotificationView) notification!: NotificationView;
  @IsInt() unread_count!: number;
}

export class NotificationRead {
  /** Null: all. */
  @Nullable() @IsArray() @Uuid({ each: true }) ids!: string[] | null;
  @IsInt() unread_count!: number;
}

export class NotificationRemoved {
  @IsArray() @Uuid({ each: true }) ids!: string[];
  @IsInt() unread_count!: number;
}

/** Also when somebody joins a group that was not read yet: its newest state takes the place of the one before. */
export const NOTIFICATION_CREATED = durable('notification.created', NotificationCreated);
export const NOTIFICATION_READ = durable('notification.read', NotificationRead);
/** What it told of was taken back, or is gone. */
export const NOTIFICATION_REMOVED = hint('notification.removed', NotificationRemoved);
/** One of several took back what he did: the others' is left. */
export const NOTIFICATION_UPDATED = hint('notification.updated', NotificationCreated);
