import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { depthOfCause } from '../events/cause.js';
import { EventsService } from '../events/events.service.js';
import { MailService } from '../mail/mail.service.js';
import { EncryptionService } from '../platform/access/encryption.service.js';
import { RealtimeService } from '../realtime/realtime.service.js';
import { AppNotificationMail, type Letter, LETTER } from './app-notification.mail.js';
import { NOTIFICATION_CREATED } from './notification.events.js';
import { NotificationRepository } from './notification.repository.js';
import { switchOf } from './notification-settings.service.js';
import { APP_TYPE } from './notification-type.js';
import { presentNotification } from './notifications.dto.js';

export interface AppNotice {
  /** `<slug>.<what_happened>`. */
  type: `${string}.${string}`;
  title: string;
  body: string;
  /** What a client needs in addition to show the notification and to link to its cause. */
  data?: object;
  /** The user who caused it, if any. Actors are not notified of their own actions. */
  actor_id?: string | null;
}

export type AppLetter = Omit<AppNotice, 'data'> & { link?: string };

/**
 * Lets apps notify users, in the transaction of the app. Notifications of apps are not grouped. All notices of a transaction
 * are added with one statement, also where each recipient has a notice of their own.
 */
@Injectable()
export class AppNotificationsService {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
    private readonly mails: MailService,
    private readonly mail: AppNotificationMail,
    private readonly encryption: EncryptionService,
  ) {}

  notify(userId: string, notice: AppNotice): void {
    this.notifyMany([userId], notice);
  }

  /** The same notice to each. */
  notifyMany(userIds: string[], { type, title, body, data = {}, actor_id = null }: AppNotice): void {
    const users = [...new Set(userIds)].filter((id) => id !== actor_id);
    if (!users.length) return;
    this.notifications.addFromApp({
      type,
      switch_name: switchOf(slugOf(type)),
      actor_id,
      depth: depthOfCause(),
      data: { ...data, title, body },
      recipients: new Map(users.map((id) => [uuidv7(), id])),
      onAdded: ({ user_id, unread_count, ...row }) => {
        const notification = presentNotification(row);
        this.realtime.emit(NOTIFICATION_CREATED, `user:${user_id}`, { notification, unread_count }, actor_id);
      },
    });
  }

  /** Mails people without an account. The job's data is encrypted, as a link may be a credential. */
  async notifyAddress(email: string, { type, actor_id = null, ...text }: AppLetter): Promise<void> {
    slugOf(type);
    this.events.record({ type, actor_id, data: { title: text.title } });
    const sealed = this.encryption.seal(LETTER, { ...text, to: email } satisfies Letter).toString('base64');
    await this.mails.send(this.mail, { sealed });
  }
}

function slugOf(type: string): string {
  const [, slug] = APP_TYPE.exec(type) ?? [];
  if (!slug) throw new Error(`${type} is no type of a notification: <slug>.<what_happened>`);
  return slug;
}
