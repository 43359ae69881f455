import { DatabaseModule } from '../platform/database/database.module.js';
import { Global, Module } from '@nestjs/common';
import { AppNotificationMail } from './app-notification.mail.js';
import { AppNotificationsService } from './app-notifications.service.js';
import { PurgeNotificationsJob } from './purge-notifications.job.js';
import { Inbox, Notification, NotificationActor } from './notification.entity.js';
import { InboxRepository } from './inbox.repository.js';
import { InboxService } from './inbox.service.js';
import { MentionsService } from './mentions.service.js';
import { Notifications1790000005000 } from './migrations/1790000005000-notifications.js';
import { QuickCascade1790000013020 } from './migrations/1790000013020-quick-cascade.js';
import { ReadCounts1790000033020 } from './migrations/1790000033020-read-counts.js';
import { NotificationRepository } from './notification.repository.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';

@Global()
@Module({
  imports: [
    DatabaseModule.forFeature({
      entities: [Notification, NotificationActor, Inbox],
      migrations: [Notifications1790000005000, QuickCascade1790000013020, ReadCounts1790000033020],
    }),
  ],
  controllers: [NotificationsController],
  providers: [
    NotificationsService,
    MentionsService,
    NotificationRepository,
    NotificationSettingsService,
    AppNotificationsService,
    AppNotificationMail,
    InboxRepository,
    InboxService,
    PurgeNotificationsJob,
  ],
  exports: [NotificationsService, AppNotificationsService, MentionsService],
})
export class NotificationsModule {}
