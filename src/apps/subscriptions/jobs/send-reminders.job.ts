import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SubscriptionNotificationsService } from '../subscription-notifications.service.js';
import { DueRepository } from './due.repository.js';
import { inPlaces } from './places.js';

/** Each hour: reminders of what is past due, at the due date, halfway through the grace period and a day before its end. */
@AppProvider()
export class SendReminders extends Job {
  readonly name = 'subscriptions.reminders';
  override readonly every = '17 * * * *';

  constructor(
    private readonly due: DueRepository,
    private readonly notifications: SubscriptionNotificationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run(): Promise<void> {
    return inPlaces(this.database, async (after) => {
      const { charges, last } = await this.due.remind(after);
      for (const charge of charges) this.notifications.paymentReminder(charge, charge.reminders.at(-1) as string);
      return last;
    });
  }
}
