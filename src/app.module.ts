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
import type { Runtime } from './platform/config/runtime.js';
import { DatabaseModule, type Schema, schemaOf } from './platform/database/database.module.js';
import { PLATFORM_MIGRATIONS, PlatformModule } from './platform/platform.module.js';
import { RealtimeModule } from './realtime/realtime.module.js';
import { SocialModule } from './social/social.module.js';
import { WebEventsModule } from './web-events/web-events.module.js';

/** What one process of the service does. */
export interface Parts {
  /** Whether the process runs jobs. Every process enqueues them. */
  jobs: boolean;
  /** Replaces the apps of the catalogue (tests). */
  apps?: (new () => object)[];
}

@Module({})
export class AppModule {
  static with(runtime: Runtime, parts: Parts): DynamicModule {
    const { smtpUrl, production } = runtime.environment;
    const modules = modulesOf({ ...parts, catchesMail: !smtpUrl && !production });
    return { module: AppModule, imports: [PlatformModule.with(runtime, withPlatform(modules)), ...modules] };
  }
}

/** Entities and migrations of the whole service. */
export const schemaOfService = (apps?: Parts['apps']): Required<Schema> =>
  withPlatform(modulesOf({ jobs: false, apps, catchesMail: false }));

const withPlatform = (modules: Modules) =>
  schemaOf([DatabaseModule.forFeature({ migrations: PLATFORM_MIGRATIONS }), ...modules]);

type Modules = NonNullable<DynamicModule['imports']>;

const modulesOf = ({ jobs, apps, catchesMail }: Parts & { catchesMail: boolean }): Modules => [
  JobsModule.with(jobs),
  EventsModule,
  MailModule.with(catchesMail),
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
];
