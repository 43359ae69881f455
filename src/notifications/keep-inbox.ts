import { Injectable } from '@nestjs/common';
import { Outbox } from '../events/outbox.js';
import { Database } from '../platform/database/database.js';
import { Realtime } from '../realtime/realtime.js';
import { InboxRepository } from './inbox.repository.js';
import { NotificationRepository } from './notification.repository.js';
import { NOTIFICATION_READ } from './notification.events.js';

/** What its owner does to an inbox. */
@Injectable()
export class KeepInbox {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly database: Database,
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  /** Answers how many are unread after it. */
  read(userId: string, ids: string[] | undefined): Promise<number> {
    return this.database.transaction(async () => {
      const read = ids
        ? await this.notifications.read(userId, ids)
        : (await this.notifications.readAll(userId)) && null;
      const unread_count = await this.inboxes.unreadCount(userId);
      if (read === null || (read && read.length)) {
        const news = { ids: read, unread_count };
        this.realtime.emit(NOTIFICATION_READ, `user:${userId}`, news, userId);
        this.outbox.record({
          type: 'notification.read',
          actor_id: userId,
          data: { user_id: userId, ...news },
        });
      }
      return unread_count;
    });
  }

  /** Answers what is switched off after it. */
  switch(userId: string, settings: Record<string, boolean>): Promise<string[]> {
    const which = (wanted: boolean) =>
      Object.entries(settings).flatMap(([name, on]) => (on === wanted ? [name] : []));
    return this.database.transaction(async () => {
      const switchedOff = await this.inboxes.switch(userId, which(false), which(true));
      const data = { user_id: userId, settings };
      this.outbox.record({ type: 'notification.settings_changed', actor_id: userId, data });
      return switchedOff;
    });
  }
}
