import { Injectable } from '@nestjs/common';
import { EventsService } from '../events/events.service.js';
import type { PageQuery } from '../platform/database/page.js';
import { DatabaseService } from '../platform/database/database.service.js';
import { NOW } from '../platform/database/entity.repository.js';
import { RealtimeService } from '../realtime/realtime.service.js';
import { InboxRepository } from './inbox.repository.js';
import { NotificationRepository } from './notification.repository.js';
import { NotificationSettingsChanged, NotificationsRead } from './notification.events.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { type NotificationsAnswer, presentNotification } from './notifications.dto.js';

/** What owners do with their inbox: list, mark as read, change settings. */
@Injectable()
export class InboxService {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly settings: NotificationSettingsService,
    private readonly database: DatabaseService,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  async list(userId: string, query: PageQuery): Promise<NotificationsAnswer> {
    const [{ rows, next_cursor }, unread_count] = await Promise.all([
      this.notifications.listForUser(userId, query),
      this.inboxes.countUnread(userId),
    ]);
    return { notifications: rows.map(presentNotification), next_cursor, unread_count };
  }

  /** For `X-Realtime-Position`. It has to be read before the list. */
  findPosition(userId: string): Promise<string> {
    return this.realtime.position(`user:${userId}`);
  }

  /** Returns the number of unread notifications that remain. Without ids, all are marked. */
  markRead(userId: string, ids: string[] | undefined): Promise<number> {
    return this.database.sharedTransaction('notification read', async () => {
      const read = ids ? await this.notifications.markRead(userId, ids) : null;
      const unread = { user_id: userId, read_at: null };
      const count = read ? read.length : await this.notifications.update(unread, { read_at: NOW });
      const unread_count = await this.inboxes.countUnread(userId);
      if (count) this.events.announce(NotificationsRead, { user_id: userId, ids: read, unread_count }, userId);
      return unread_count;
    });
  }

  async readSettings(userId: string): Promise<Record<string, boolean>> {
    return this.settings.present(await this.inboxes.listSwitchedOff(userId));
  }

  /** Returns all settings after the change. */
  async updateSettings(userId: string, given: object): Promise<Record<string, boolean>> {
    const settings = this.settings.parse(given);
    const namesOf = (wanted: boolean) =>
      Object.entries(settings).flatMap(([name, on]) => (on === wanted ? [name] : []));
    const switchedOff = await this.database.transaction(async () => {
      const names = await this.inboxes.updateSwitchedOff(userId, namesOf(false), namesOf(true));
      this.events.announce(NotificationSettingsChanged, { user_id: userId, settings }, userId);
      return names;
    });
    return this.settings.present(switchedOff);
  }
}
