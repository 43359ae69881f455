import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Outbox } from '../events/outbox.js';
import { MailQueue } from '../mail/mail-queue.js';
import { Vault } from '../platform/access/vault.js';
import { Realtime } from '../realtime/realtime.js';
import { AppNoticeMail, type Letter, LETTER } from './app-notice.mail.js';
import { AppNoticeRepository } from './app-notice.repository.js';
import { NOTIFICATION_CREATED } from './notification.events.js';
import { presentNotification } from './notification.presenter.js';
import { switchOf } from './notification-switches.js';
import { APP_TYPE } from './notification-type.js';

export interface AppNotice {
  /** `<slug>.<what_happened>` */
  type: `${string}.${string}`;
  title: string;
  body: string;
  /** What a client needs beside to show it and to lead there. */
  data?: object;
  /** Who did it, where somebody did. He is not told of it himself. */
  actor_id?: string | null;
}

export type AppLetter = Omit<AppNotice, 'data'> & { link?: string };

/** How apps tell people: in the transaction of what happened, each notice by itself and never in a group. */
@Injectable()
export class AppNotifications {
  constructor(
    private readonly notices: AppNoticeRepository,
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
    private readonly mails: MailQueue,
    private readonly mail: AppNoticeMail,
    private readonly vault: Vault,
  ) {}

  notify(userId: string, notice: AppNotice): void {
    this.notifyMany([userId], notice);
  }

  /** All of them by one statement, however many they are. */
  notifyMany(userIds: string[], { type, title, body, data = {}, actor_id = null }: AppNotice): void {
    const users = [...new Set(userIds)].filter((id) => id !== actor_id);
    if (!users.length) return;
    const notice = { type, switch: switchOf(slugOf(type)), actor_id, data: { ...data, title, body } };
    const recipients = new Map(users.map((id) => [uuidv7(), id]));
    this.notices.add(notice, recipients, ({ user_id, unread_count, ...row }) => {
      const notification = presentNotification(row);
      this.realtime.emit(NOTIFICATION_CREATED, `user:${user_id}`, { notification, unread_count }, actor_id);
    });
  }

  /** By mail, for people who have no account. What waits in the queue is sealed: a link may be a key. */
  async notifyAddress(email: string, { type, actor_id = null, ...text }: AppLetter): Promise<void> {
    slugOf(type);
    this.outbox.record({ type, actor_id, data: { title: text.title } });
    const sealed = this.vault.seal(LETTER, { ...text, to: email } satisfies Letter).toString('base64');
    await this.mails.send(this.mail, { sealed });
  }
}

function slugOf(type: string): string {
  const [, slug] = APP_TYPE.exec(type) ?? [];
  if (!slug) throw new Error(`${type} is no type of a notification: <slug>.<what_happened>`);
  return slug;
}
