import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { InvoicingSettings } from '../invoicing.settings.js';
import { NoticesService } from '../notices.service.js';
import { comeTo } from '../reminders/marks.policy.js';
import { OWNERS_BATCH, REMINDED_BATCH, ReminderRepository } from '../reminders/reminder.repository.js';

/** Hourly, from eight o'clock in the zone of an owner on: reminds clients at each mark, and tells the owner what is overdue. */
@AppProvider()
export class Remind extends Job {
  readonly name = 'invoicing.remind';
  override readonly every = '25 * * * *';

  constructor(
    private readonly database: DatabaseService,
    private readonly reminders: ReminderRepository,
    private readonly settings: AppSettings,
    private readonly notices: NoticesService,
  ) {
    super();
  }

  async run(): Promise<void> {
    let owners: { id: string; is_installed: boolean }[] = [];
    do {
      owners = await this.reminders.owners(owners.at(-1)?.id ?? FIRST_ID);
      await this.remindFor(owners.filter(({ is_installed }) => is_installed).map(({ id }) => id));
    } while (owners.length === OWNERS_BATCH);
  }

  private async remindFor(owners: string[]): Promise<void> {
    const settings = await this.settings.ofMany(InvoicingSettings, owners);
    const now = Date.now();
    const come = owners.flatMap((id) => comeTo(id, settings.get(id) as InvoicingSettings, now) ?? []);
    const marks = come.flatMap((owner) => owner.marks);
    const overdue = come.flatMap((owner) => owner.overdue);
    await this.inBatches(async () => {
      const reminded = await this.reminders.remind(marks);
      await this.notices.remindClients(reminded);
      return reminded.length;
    });
    await this.inBatches(async () => {
      const late = await this.reminders.noteOverdue(overdue);
      for (const document of late) this.notices.tellOwner(document, 'overdue');
      return late.length;
    });
  }

  /** Each with a transaction of its own, which keeps locks short. */
  private async inBatches(batch: () => Promise<number>): Promise<void> {
    while ((await this.database.transaction(batch)) === REMINDED_BATCH);
  }
}
