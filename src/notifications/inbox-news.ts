import { Injectable } from '@nestjs/common';
import { Realtime } from '../realtime/realtime.js';
import { NOTIFICATION_REMOVED, NOTIFICATION_UPDATED } from './notification.events.js';
import { presentNotification } from './notification.presenter.js';
import { NotificationRepository, type Touched } from './notification.repository.js';

const AT_ONCE = 500;

/** What owners of notifications hear, as far as they are there, when these change or go without their doing. */
@Injectable()
export class InboxNews {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly realtime: Realtime,
  ) {}

  /** After the COMMIT; where nothing was touched, or nobody is there, nothing is asked. */
  touched(touched: Touched[]): void {
    const heard = touched.filter(({ user_id }) => this.realtime.hears(`user:${user_id}`));
    if (heard.length) void this.tell(heard);
  }

  /** Read when it is sent; where that fails, the list tells. */
  private async tell(touched: Touched[]): Promise<void> {
    for (let at = 0; at < touched.length; at += AT_ONCE) {
      const left = await this.notifications.left(touched.slice(at, at + AT_ONCE)).catch(() => []);
      const removed = new Map<string, { ids: string[]; unread_count: number }>();
      for (const { touched_id, user_id, unread_count, ...row } of left) {
        if (row.id) {
          const news = { notification: presentNotification(row), unread_count };
          this.realtime.hint(NOTIFICATION_UPDATED, `user:${user_id}`, news, null);
          continue;
        }
        const known = removed.get(user_id) ?? { ids: [], unread_count };
        removed.set(user_id, known);
        known.ids.push(touched_id);
      }
      for (const [userId, news] of removed) {
        this.realtime.hint(NOTIFICATION_REMOVED, `user:${userId}`, news, null);
      }
    }
  }
}
