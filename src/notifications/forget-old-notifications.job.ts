import { Injectable } from '@nestjs/common';
import { Job } from '../jobs/job.js';
import { Database } from '../platform/database/database.js';
import { NotificationRepository } from './notification.repository.js';

const BATCH = 1000;

/** Those that were read and quiet for 90 days, and any that was for a year; in batches, so that nobody waits long. */
@Injectable()
export class ForgetOldNotifications extends Job {
  readonly name = 'notifications.forget-old';
  override readonly every = '23 3 * * *';

  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationRepository,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.notifications.forgetOld(BATCH))) === BATCH);
  }
}
