import { type DynamicModule, Module } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { AdminModule } from './admin/admin.module.js';
import { AppsModule } from './apps/apps.module.js';
import { CommunityModule } from './community/community.module.js';
import { ConsoleModule } from './console/console.module.js';
import { EventsModule } from './events/events.module.js';
import { FilesModule } from './files/files.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { ListingsModule } from './listings/listings.module.js';
import { MailModule } from './mail/mail.module.js';
import { ModerationModule } from './moderation/moderation.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import type { Config } from './platform/config/environment.js';
import { PlatformModule } from './platform/platform.module.js';
import { RealtimeModule } from './realtime/realtime.module.js';
import { SocialModule } from './social/social.module.js';
import { WebEventsModule } from './web-events/web-events.module.js';

/** Which parts of the service one process is. */
export interface Parts {
  /** Runs jobs; every process enqueues them. */
  jobs: boolean;
  /** Others than those of the catalogue. */
  apps?: (new () => object)[];
}

@Module({})
export class AppModule {
  static with(config: Config, { jobs, apps }: Parts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(config),
        JobsModule.with(jobs),
        EventsModule,
        MailModule.with(!config.smtpUrl && !config.production),
        FilesModule,
        WebEventsModule,
        RealtimeModule,
        NotificationsModule,
        AccountModule,
        PaymentsModule,
        ModerationModule,
        ListingsModule,
        SocialModule,
        CommunityModule,
        AppsModule.with(apps),
        AdminModule,
        ConsoleModule,
      ],
    };
  }
}
