import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ActiveReminders } from '../active-reminders.js';
import { ReminderRepository } from '../reminder.repository.js';
import { OccurrenceRepository } from './occurrence.repository.js';
import { type Loaded, type Opened, Occurrences } from './occurrences.js';

/** The last one that was completed is open again, as long as the one that follows has not fired. */
@AppProvider()
export class UndoCompletion {
  constructor(
    private readonly reminders: ReminderRepository,
    private readonly occurrences: OccurrenceRepository,
    private readonly open: Occurrences,
    private readonly active: ActiveReminders,
  ) {}

  async undo({ reminder, open, now }: Loaded, occurrenceId: string | undefined): Promise<Opened> {
    const last = await this.occurrences.lastCompleted(reminder.id);
    const isMeant = last && (occurrenceId === undefined || occurrenceId === last.id);
    if (!isMeant || (await this.occurrences.hasFiredAfter(last))) throw new Refusal(409, 'Nothing to undo');
    if (reminder.status === 'done') await this.active.checkRoom(reminder.owner_id);
    if (open) await this.occurrences.remove(open.id);
    const again = await this.reminders.change(reminder.id, {
      status: 'active',
      next_due_at: last.due_at,
      // What was missed and done later was not counted.
      done_count: Math.max(0, reminder.done_count - 1),
      done_at: null,
    });
    const status = last.fired_at ? 'due' : 'upcoming';
    const opened = await this.occurrences.change(last.id, { status, completed_at: null });
    return { reminder: again, occurrence: await this.open.replan(again, opened, now) };
  }
}
