import { Injectable } from '@nestjs/common';
import { BatchJob } from '../jobs/batch.job.js';
import { NotificationRepository } from './notification.repository.js';

const BATCH = 1000;

/** Deletes read notifications after 90 days without activity, and all after a year. Small batches keep locks short. */
@Injectable()
export class PurgeNotificationsJob extends BatchJob {
  readonly name = 'notifications.forget-old';
  override readonly every = '23 3 * * *';

  constructor(private readonly notifications: NotificationRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.notifications.purgeOld(BATCH)) === BATCH;
  }
}
