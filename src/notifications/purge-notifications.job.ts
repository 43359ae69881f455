import { Injectable } from '@nestjs/common';
import { Job } from '../jobs/job.js';
import { DatabaseService } from '../platform/database/database.service.js';
import { NotificationRepository } from './notification.repository.js';

const BATCH = 1000;

/** Deletes read notifications after 90 days without activity, and all after a year. Small batches keep locks short. */
@Injectable()
export class PurgeNotificationsJob extends Job {
  readonly name = 'notifications.forget-old';
  override readonly every = '23 3 * * *';

  constructor(
    private readonly database: DatabaseService,
    private readonly notifications: NotificationRepository,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.notifications.purgeOld(BATCH))) === BATCH);
  }
}
