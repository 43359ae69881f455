import { IsIn } from 'class-validator';
import { Optional, Uuid, Words } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { REMINDER, type Reminder, type ReminderOccurrence } from '../entities/reminder.entity.js';
import { DeliveryRepository } from '../deliveries/delivery.repository.js';
import { OccurrenceRepository } from '../occurrences/occurrence.repository.js';
import { type Loaded, type Opened, OccurrencesService, timeOf } from '../occurrences/occurrences.service.js';
import { take } from '../recurrence/series.js';
import { type Draft, draftOf, nextTime } from '../reminder-draft.js';
import { ReminderRepository } from '../reminder.repository.js';
import { ReminderInput } from '../reminder.inputs.js';
import { answerOf, ReminderResult } from '../reminders.views.js';

const STATUSES = ['active', 'paused'] as const;

class Input extends ReminderInput {
  @Uuid() reminder_id!: string;
  @Optional() @Words(200) title?: string;
  @Optional() @IsIn(STATUSES) status?: (typeof STATUSES)[number];
}

type Changed = Draft & Pick<Reminder, 'status'>;

@Action('update-reminder', {
  access: 'owner',
  target: REMINDER,
  changes: true,
  description: 'Changes what is given; null clears. Another time brings another open occurrence.',
  input: Input,
  result: ReminderResult,
  refuses: {
    400: [
      'Give at or date',
      'Unknown time zone',
      'Invalid recurrence: <reason>',
      'repeat_from completion allows only FREQ, INTERVAL, COUNT and UNTIL',
      'Reminder time is in the past',
      'Recurrence has no future occurrence',
    ],
    409: ['At most 2,000 active reminders'],
  },
})
export class UpdateReminder {
  constructor(
    private readonly reminders: ReminderRepository,
    private readonly occurrences: OccurrenceRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly open: OccurrencesService,
  ) {}

  async run({ input, target }: Call<Input, Reminder>) {
    const { reminder, occurrence } = await this.change(await this.open.load(target), input);
    return answerOf(reminder, occurrence);
  }

  private async change(loaded: Loaded, input: Input): Promise<Opened> {
    const { reminder: before, now } = loaded;
    const { draft, isMoved } = draftFor(loaded, input);
    const status = input.status ?? before.status;
    const changes = { ...draft, status };
    const after = { ...before, ...changes };
    const isAgain = before.status === 'done' && status !== 'done';
    // A reminder that was completed early would come again at the time for which it was completed.
    if (isAgain && after.rrule === null && !isTimeGiven(input)) throw new Refusal(400, 'Give at or date');
    if (isAgain || isMoved) return this.move(loaded, after, changes);
    if (status === 'active' && before.status === 'paused') return this.resume(loaded, changes);
    const reminder = await this.reminders.change(before.id, changes);
    if (!loaded.open || deliveryKey(before) === deliveryKey(after)) return { reminder, occurrence: loaded.open };
    return { reminder, occurrence: await this.open.replan(reminder, loaded.open, now) };
  }

  /** Another time, zone or rule: the next time by the new values replaces the open occurrence. */
  private async move({ reminder: before, open, now }: Loaded, after: Reminder, changes: Changed): Promise<Opened> {
    const series = await this.open.seriesOf(after);
    const done = await this.occurrences.closedAfter(after.id, now);
    const time = nextTime(series, after, now, done);
    if (after.status === 'active' && before.status !== 'active') await this.reminders.expectRoom(after.owner_id);
    if (open) await this.occurrences.delete({ id: open.id });
    return this.open.open(after, time, now, { ...changes, done_at: null });
  }

  /** Continues with the next time after now. A due occurrence stays open unless there is a next one. */
  private async resume({ reminder: { id, owner_id }, open, now }: Loaded, changes: Changed): Promise<Opened> {
    await this.reminders.expectRoom(owner_id);
    const reminder = await this.reminders.change(id, changes);
    const waiting = open as ReminderOccurrence;
    const next = waiting.due_at > now ? undefined : await this.nextOf(reminder, waiting, now);
    if (!next) return { reminder, occurrence: await this.open.replan(reminder, waiting, now) };
    await this.deliveries.dropOf([waiting.id]);
    if (waiting.fired_at) await this.open.close(waiting, 'missed', now);
    else await this.occurrences.delete({ id: waiting.id });
    return this.open.open(reminder, next, now);
  }

  private async nextOf(reminder: Reminder, open: ReminderOccurrence, now: Date) {
    const series = await this.open.seriesOf(reminder);
    if (!series.isScheduled) return undefined;
    return take(series.after(timeOf(open), { from: +now + 1 }), 1)[0];
  }
}

const isTimeGiven = ({ at, date }: Input) => at !== undefined || date !== undefined;

/** A reminder that stops repeating keeps its open occurrence. */
function draftFor({ reminder, open }: Loaded, input: Input): { draft: Draft; isMoved: boolean } {
  const draft = draftOf(reminder, input);
  const isGiven = isTimeGiven(input) || draft.timezone !== reminder.timezone;
  if (open && !isGiven && reminder.rrule !== null && draft.rrule === null)
    return { draft: { ...draft, start_local: open.scheduled_local }, isMoved: false };
  return { draft, isMoved: open !== undefined && timeIn(draft) !== timeIn(reminder) };
}

const timeIn = ({ start_local, timezone, all_day, rrule }: Draft) => [start_local, timezone, all_day, rrule].join(' ');

/** What the deliveries depend on. */
const deliveryKey = ({ status, alerts, nag_minutes, rrule, repeat_from }: Reminder) =>
  JSON.stringify([status, alerts, nag_minutes, rrule, repeat_from]);
