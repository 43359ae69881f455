import { AppProvider } from '../kernel/app-provider.js';
import { Refusal } from '../../platform/http/refusal.js';
import { ActiveReminders } from './active-reminders.js';
import { DeliveryRepository } from './deliveries/delivery.repository.js';
import { OccurrenceRepository, type OccurrenceRow } from './occurrences/occurrence.repository.js';
import { type Loaded, type Opened, Occurrences, timeOf } from './occurrences/occurrences.js';
import { type Draft, draftOf, nextTime } from './reminder-draft.js';
import type { ReminderInput } from './reminder.inputs.js';
import { take } from './recurrence/series.js';
import { ReminderRepository, type ReminderRow } from './reminder.repository.js';

export type Changes = ReminderInput & { title?: string; status?: 'active' | 'paused' };

/** A change of its time brings another open occurrence; other changes leave it, and what it goes by is read anew. */
@AppProvider()
export class ChangeReminder {
  constructor(
    private readonly reminders: ReminderRepository,
    private readonly occurrences: OccurrenceRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly open: Occurrences,
    private readonly active: ActiveReminders,
  ) {}

  async change(loaded: Loaded, input: Changes): Promise<Opened> {
    const { reminder: before, now } = loaded;
    const { draft, isMoved } = draftFor(loaded, input);
    const status = input.status ?? before.status;
    const after: ReminderRow = { ...before, ...draft, status };
    const isAgain = before.status === 'done' && status !== 'done';
    // What was done early would else come again at the time for which it was done.
    if (isAgain && after.rrule === null && !isTimeGiven(input)) throw new Refusal(400, 'Give at or date');
    if (isAgain || isMoved) return this.move(loaded, after);
    if (status === 'active' && before.status === 'paused') return this.resume(loaded, after);
    const reminder = await this.reminders.change(before.id, { ...draft, status });
    if (!loaded.open || sounds(before) === sounds(after)) return { reminder, occurrence: loaded.open };
    return { reminder, occurrence: await this.open.replan(reminder, loaded.open, now) };
  }

  /** Another time, zone or rule: the open one goes, and the next one by what holds now takes its place. */
  private async move({ reminder: before, open, now }: Loaded, after: ReminderRow): Promise<Opened> {
    const series = await this.open.seriesOf(after);
    const done = await this.occurrences.closedAfter(after.id, now);
    const time = nextTime(series, after, now, done);
    if (after.status === 'active' && before.status !== 'active') await this.active.checkRoom(after.owner_id);
    if (open) await this.occurrences.remove(open.id);
    return this.open.open(after, time, now, { ...after, done_at: null });
  }

  /** Goes on with the next one after now; one that has come up already waits to be done, unless a next one comes. */
  private async resume({ open, now }: Loaded, after: ReminderRow): Promise<Opened> {
    await this.active.checkRoom(after.owner_id);
    const reminder = await this.reminders.change(after.id, after);
    const waiting = open as OccurrenceRow;
    const next = waiting.due_at > now ? undefined : await this.nextOf(reminder, waiting, now);
    if (!next) return { reminder, occurrence: await this.open.replan(reminder, waiting, now) };
    await this.deliveries.dropOf([waiting.id]);
    if (waiting.fired_at) await this.open.close(waiting, 'missed', now);
    else await this.occurrences.remove(waiting.id);
    return this.open.open(reminder, next, now);
  }

  private async nextOf(reminder: ReminderRow, open: OccurrenceRow, now: Date) {
    const series = await this.open.seriesOf(reminder);
    if (!series.isScheduled) return undefined;
    return take(series.after(timeOf(open), { from: +now + 1 }), 1)[0];
  }
}

const isTimeGiven = ({ at, date }: Changes) => at !== undefined || date !== undefined;

/** Of one that does not repeat any more, the open occurrence is what is left. */
function draftFor({ reminder, open }: Loaded, input: Changes): { draft: Draft; isMoved: boolean } {
  const draft = draftOf(reminder, input);
  const isGiven = isTimeGiven(input) || draft.timezone !== reminder.timezone;
  if (open && !isGiven && reminder.rrule !== null && draft.rrule === null)
    return { draft: { ...draft, start_local: open.scheduled_local }, isMoved: false };
  return { draft, isMoved: open !== undefined && timeIn(draft) !== timeIn(reminder) };
}

const timeIn = ({ start_local, timezone, all_day, rrule }: Draft) => [start_local, timezone, all_day, rrule].join(' ');

/** What its deliveries go by. */
const sounds = ({ status, alerts, nag_minutes, rrule, repeat_from }: ReminderRow) =>
  JSON.stringify([status, alerts, nag_minutes, rrule, repeat_from]);
