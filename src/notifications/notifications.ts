import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Realtime } from '../realtime/realtime.js';
import { InboxNews } from './inbox-news.js';
import { InboxRepository } from './inbox.repository.js';
import { NOTIFICATION_CREATED } from './notification.events.js';
import { presentNotification } from './notification.presenter.js';
import { type About, NotificationRepository, type Touched } from './notification.repository.js';
import { NotificationSwitches } from './notification-switches.js';
import type { NotificationType } from './notification-type.js';

export interface Notice {
  /** Who hears of it. */
  user_id: string;
  /** Who did it; null where nobody did. */
  actor_id: string | null;
  type: NotificationType;
  about: About;
  /** What a client needs beside to show it; of a group, that of the newest. */
  data?: object;
}

/** Tells people what concerns them: all of it with the end of the transaction of whatever happened. */
@Injectable()
export class Notifications {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly news: InboxNews,
    private readonly database: Database,
    private readonly realtime: Realtime,
    private readonly switches: NotificationSwitches,
  ) {}

  private readonly tell = (touched: Touched[]) => this.news.touched(touched);

  /** Never to oneself, and not what he has switched off; whether the two may meet at all, the caller knows. */
  notify({ user_id, actor_id, type, about, data = {} }: Notice): void {
    if (user_id === actor_id) return;
    this.notifications.add({ user_id, type, about }, actor_id, data, ({ unread_count, ...added }) => {
      const notification = presentNotification(added);
      this.realtime.emit(NOTIFICATION_CREATED, `user:${user_id}`, { notification, unread_count }, actor_id);
    });
  }

  /** The actor took back what he did: he leaves the group, and the last one takes it with him. */
  withdraw({ user_id, actor_id, type, about }: Notice & { actor_id: string }): void {
    this.notifications.withdraw({ user_id, type, about }, actor_id, this.tell);
  }

  /** The thing is gone, or several of a kind: nobody is to be sent there. */
  forget({ kind, id }: { kind: string; id: string | string[] }): void {
    this.notifications.forget(kind, [id].flat(), this.tell);
  }

  /** A group is left, and its newest part is gone: what led there leads nowhere. */
  unlink(about: About, field: string, value: string): void {
    this.notifications.unlink(about, field, value, this.tell);
  }

  /** Before the account of somebody goes: in what is left of a group he is not any more. */
  async leave(userId: string): Promise<void> {
    const touched = await this.notifications.actedIn(userId);
    this.database.afterCommit(() => this.news.touched(touched));
  }

  /** What the copy of an account's data holds of it. */
  async copyOf(userId: string): Promise<object> {
    return {
      settings: this.switches.present(await this.inboxes.switchedOff(userId)),
      notifications: await this.notifications.copy(userId),
    };
  }
}
