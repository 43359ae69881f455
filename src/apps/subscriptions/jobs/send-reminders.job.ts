import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SubscriptionNotificationsService } from '../subscription-notifications.service.js';
import { DueRepository } from './due.repository.js';

/** Each hour: reminders of what is past due, at the due date, halfway through the grace period and a day before its end. */
@AppProvider()
export class SendReminders extends BatchJob {
  readonly name = 'subscriptions.reminders';
  override readonly every = '17 * * * *';

  constructor(
    private readonly due: DueRepository,
    private readonly notifications: SubscriptionNotificationsService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const charges = await this.due.remind();
    for (const charge of charges) this.notifications.paymentReminder(charge, charge.reminders.at(-1) as string);
    return charges.length > 0;
  }
}
