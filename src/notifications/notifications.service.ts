import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../platform/database/database.service.js';
import { type ExportNode, fieldsOf, rowsOf, valueOf } from '../platform/exports/export-node.js';
import { RealtimeService } from '../realtime/realtime.service.js';
import { InboxRepository } from './inbox.repository.js';
import { NOTIFICATION_CREATED, NOTIFICATION_REMOVED, NOTIFICATION_UPDATED } from './notification.events.js';
import { NOTIFICATIONS_FOR_EXPORT, NotificationRepository, type TouchedRow } from './notification.repository.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import type { NotificationType } from './notification-type.js';
import { type NotificationAbout, presentNotification } from './notifications.dto.js';

export interface Notice {
  /** The recipient. */
  user_id: string;
  /** The user who caused the notification; null if no user did. */
  actor_id: string | null;
  type: NotificationType;
  about: NotificationAbout;
  /** What a client needs in addition to show the notification. A group shows the data of its newest actor. */
  data?: object;
}

const UPDATED_AT_ONCE = 500;

/** Adds and removes notifications. Every statement is deferred to the COMMIT of the caller's transaction. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly database: DatabaseService,
    private readonly realtime: RealtimeService,
    private readonly settings: NotificationSettingsService,
  ) {}

  /**
   * Does nothing if the actor is the recipient, or if the recipient has switched the type off. The caller has to check
   * that there is no block between the two.
   */
  notify({ user_id, actor_id, type, about, data = {} }: Notice): void {
    if (user_id === actor_id) return;
    this.notifications.addToGroup({ user_id, type, about }, actor_id, data, ({ unread_count, ...added }) => {
      const notification = presentNotification(added);
      this.realtime.emit(NOTIFICATION_CREATED, `user:${user_id}`, { notification, unread_count }, actor_id);
    });
  }

  /** Removes the actor from the group, for example when a follow is undone. The last actor removes the notification. */
  withdraw({ user_id, actor_id, type, about }: Notice & { actor_id: string }): void {
    this.notifications.withdraw({ user_id, type, about }, actor_id, this.announceTouched);
  }

  /** Deletes all notifications about one thing, or about several of a kind, because the thing is deleted. */
  forget({ kind, id }: { kind: string; id: string | string[] }): void {
    this.notifications.deleteAbout(kind, [id].flat(), this.announceTouched);
  }

  /** Removes a field of the data where it points to a deleted thing. The notification itself stays. */
  unlink(about: NotificationAbout, field: string, value: string): void {
    this.notifications.unlink(about, field, value, this.announceTouched);
  }

  /**
   * Must run before an account is deleted, while its groups are still known. Connected owners receive the
   * groups without this user.
   */
  async leave(userId: string): Promise<void> {
    const touched = await this.notifications.listByActor(userId);
    this.database.afterCommit(() => this.announceTouched(touched));
  }

  /** The notifications and settings of one user, for the export of the account. */
  async forExport(userId: string): Promise<ExportNode> {
    return fieldsOf({
      settings: valueOf(this.settings.present(await this.inboxes.listSwitchedOff(userId))),
      notifications: rowsOf(NOTIFICATIONS_FOR_EXPORT, [userId]),
    });
  }

  /**
   * Sends hints to connected owners of notifications that changed or disappeared. It runs after the COMMIT and sends no
   * query if none of the owners is connected.
   */
  private readonly announceTouched = (touched: TouchedRow[]): void => {
    const connected = touched.filter(({ user_id }) => this.realtime.hears(`user:${user_id}`));
    if (connected.length) void this.sendUpdates(connected);
  };

  /** The state is read when it is sent. A failed read sends nothing, as the list over HTTP has the state. */
  private async sendUpdates(touched: TouchedRow[]): Promise<void> {
    for (let at = 0; at < touched.length; at += UPDATED_AT_ONCE) {
      const rows = await this.notifications.listRemaining(touched.slice(at, at + UPDATED_AT_ONCE)).catch(() => []);
      const removed = new Map<string, { ids: string[]; unread_count: number }>();
      for (const { touched_id, user_id, unread_count, ...row } of rows) {
        if (row.id) {
          const update = { notification: presentNotification(row), unread_count };
          this.realtime.hint(NOTIFICATION_UPDATED, `user:${user_id}`, update, null);
          continue;
        }
        const known = removed.get(user_id) ?? { ids: [], unread_count };
        removed.set(user_id, known);
        known.ids.push(touched_id);
      }
      for (const [userId, removal] of removed) {
        this.realtime.hint(NOTIFICATION_REMOVED, `user:${userId}`, removal, null);
      }
    }
  }
}
