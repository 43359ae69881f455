import { Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { REMINDER, type Reminder, type ReminderOccurrence } from '../entities/reminder.entity.js';
import { type Loaded, OccurrencesService, type Opened, timeOf } from '../occurrences/occurrences.service.js';
import { ReminderRepository } from '../reminder.repository.js';
import { OccurrenceView, presentOccurrence, presentReminder, ReminderView } from '../reminders.views.js';
import { LocalTime } from '../../kernel/calendar/time.fields.js';
import { type Wall, wallOf, wallText } from '../../kernel/calendar/wall-clock.js';

class Input {
  @Uuid() reminder_id!: string;
  /** The open one, where none is given. */
  @Optional() @LocalTime() scheduled_local?: string;
}

class Result {
  @Nested(() => ReminderView) reminder!: ReminderView;
  @Nullable() @Nested(() => OccurrenceView) next!: OccurrenceView | null;
}

@Action('skip-occurrence', {
  access: 'owner',
  target: REMINDER,
  changes: true,
  description: 'Leaves out one time of a reminder that repeats.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Not an occurrence of this reminder'],
    409: ['Reminder does not repeat', 'Occurrence has passed'],
  },
})
export class SkipOccurrence {
  constructor(
    private readonly reminders: ReminderRepository,
    private readonly open: OccurrencesService,
  ) {}

  async run({ input, target }: Call<Input, Reminder>) {
    const loaded = await this.open.load(target);
    if (loaded.reminder.rrule === null) throw new Refusal(409, 'Reminder does not repeat');
    const given = input.scheduled_local === undefined ? undefined : (wallOf(input.scheduled_local) as Wall);
    const skipped = given === undefined ? loaded.open?.scheduled_local : wallText(given);
    const { open } = loaded;
    const { reminder, occurrence } = await (open && skipped === open.scheduled_local
      ? this.skipOpen(loaded, open)
      : this.skipLater(loaded, given));
    return { reminder: presentReminder(reminder), next: occurrence ? presentOccurrence(occurrence) : null };
  }

  private async skipOpen({ reminder, now }: Loaded, open: ReminderOccurrence): Promise<Opened> {
    const closed = await this.open.close(open, 'skipped', now);
    return this.open.follow(reminder, closed, now, { exdates: [...reminder.exdates, open.scheduled_local] });
  }

  private async skipLater({ reminder, open }: Loaded, wall: Wall | undefined): Promise<Opened> {
    const series = await this.open.seriesOf(reminder);
    if (wall !== undefined && !(series.isScheduled && series.includes(wall)))
      throw new Refusal(400, 'Not an occurrence of this reminder');
    if (!open || wall === undefined || wall < timeOf(open).scheduled) throw new Refusal(409, 'Occurrence has passed');
    if (series.isSkipped(wall)) return { reminder, occurrence: open };
    const exdates = [...reminder.exdates, wallText(wall)];
    const changed = await this.reminders.change(reminder.id, { exdates });
    return { reminder: changed, occurrence: await this.open.rewake(changed, open) };
  }
}
