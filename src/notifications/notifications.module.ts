import { Global, Module } from '@nestjs/common';
import { schema } from '../platform/database/schema.js';
import { AppNoticeMail } from './app-notice.mail.js';
import { AppNoticeRepository } from './app-notice.repository.js';
import { AppNotifications } from './app-notifications.js';
import { ForgetOldNotifications } from './forget-old-notifications.job.js';
import { Inbox } from './inbox.entity.js';
import { InboxNews } from './inbox-news.js';
import { InboxRepository } from './inbox.repository.js';
import { KeepInbox } from './keep-inbox.js';
import { Mentions } from './mentions.js';
import { Notifications1790000005000 } from './migrations/1790000005000-notifications.js';
import { QuickCascade1790000013020 } from './migrations/1790000013020-quick-cascade.js';
import { NotificationActor } from './notification-actor.entity.js';
import { Notification } from './notification.entity.js';
import { NotificationRepository } from './notification.repository.js';
import { NotificationSwitches } from './notification-switches.js';
import { NotificationsController } from './notifications.controller.js';
import { Notifications } from './notifications.js';

schema({
  entities: [Notification, NotificationActor, Inbox],
  migrations: [Notifications1790000005000, QuickCascade1790000013020],
});

@Global()
@Module({
  controllers: [NotificationsController],
  providers: [
    Notifications,
    Mentions,
    NotificationRepository,
    NotificationSwitches,
    AppNotifications,
    AppNoticeRepository,
    AppNoticeMail,
    InboxRepository,
    KeepInbox,
    InboxNews,
    ForgetOldNotifications,
  ],
  exports: [Notifications, AppNotifications, Mentions],
})
export class NotificationsModule {}
