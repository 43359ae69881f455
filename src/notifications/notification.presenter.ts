import type { NotificationRow } from './notification.repository.js';
import { NOTIFICATION_TYPES, type NotificationType } from './notification-type.js';
import type { NotificationView } from './notifications.io.js';

export function presentNotification({ about_kind, about_id, ...row }: NotificationRow): NotificationView {
  return { ...row, about: { kind: about_kind, id: about_id } };
}

export function presentSettings(switchedOff: string[]): Record<NotificationType, boolean> {
  const settings = NOTIFICATION_TYPES.map((type) => [type, !switchedOff.includes(type)]);
  return Object.fromEntries(settings) as Record<NotificationType, boolean>;
}
