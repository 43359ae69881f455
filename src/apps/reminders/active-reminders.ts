import { AppProvider } from '../kernel/app-provider.js';
import { Refusal } from '../../platform/http/refusal.js';
import { ReminderRepository } from './reminder.repository.js';

const MOST = 2_000;

/** So many may be active at once, of one user. */
@AppProvider()
export class ActiveReminders {
  constructor(private readonly reminders: ReminderRepository) {}

  /** One more at a time; answers what time it is. */
  lock(ownerId: string): Promise<Date> {
    return this.reminders.lockOwner(ownerId);
  }

  async checkRoom(ownerId: string): Promise<void> {
    await this.lock(ownerId);
    if ((await this.reminders.countActive(ownerId)) >= MOST) throw new Refusal(409, 'At most 2,000 active reminders');
  }
}
