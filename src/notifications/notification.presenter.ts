import type { NotificationRow } from './notification.repository.js';
import type { NotificationView } from './notifications.io.js';

export function presentNotification({ about_kind, about_id, ...row }: NotificationRow): NotificationView {
  return { ...row, about: { kind: about_kind, id: about_id } };
}
