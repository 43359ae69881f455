import { v7 as uuidv7 } from 'uuid';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DeliveryRepository } from '../deliveries/delivery.repository.js';
import { planDeliveries } from '../deliveries/plan-deliveries.js';
import { Series, type SeriesTime, take } from '../recurrence/series.js';
import type { Reminder, ReminderOccurrence } from '../entities/reminder.entity.js';
import type { Values } from '../../../platform/database/entity.repository.js';
import { ReminderRepository } from '../reminder.repository.js';
import { RemindersSettings } from '../reminders.settings.js';
import { clockOf, type Wall, wallOf, wallText } from '../../kernel/calendar/wall-clock.js';
import { OccurrenceRepository } from './occurrence.repository.js';

export interface Loaded {
  reminder: Reminder;
  open: ReminderOccurrence | undefined;
  now: Date;
}

export interface Opened {
  reminder: Reminder;
  occurrence: ReminderOccurrence | undefined;
}

export const timeOf = ({
  scheduled_local,
  due_at,
  number,
}: Pick<ReminderOccurrence, 'scheduled_local' | 'due_at' | 'number'>): SeriesTime => ({
  scheduled: wallOf(scheduled_local) as Wall,
  due: +due_at,
  number,
});

/** When an open occurrence changes by itself, as long as nobody does anything about it. */
export function wakingOf(occurrence: ReminderOccurrence, { status }: Reminder, series: Series): Date | null {
  if (status !== 'active') return null;
  const next = series.isScheduled ? take(series.after(timeOf(occurrence)), 1)[0]?.due : undefined;
  if (occurrence.status === 'due') return next === undefined ? null : new Date(next);
  const own = occurrence.status === 'snoozed' ? (occurrence.snoozed_until as Date) : occurrence.due_at;
  return new Date(Math.min(+own, next ?? Infinity));
}

/** The one open occurrence that a reminder has: how it comes, stays as it is, and goes. */
@AppProvider()
export class OccurrencesService {
  constructor(
    private readonly reminders: ReminderRepository,
    private readonly occurrences: OccurrenceRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly settings: AppSettings,
  ) {}

  async load(reminder: Reminder): Promise<Loaded> {
    const [open, now] = await Promise.all([this.occurrences.open(reminder.id), this.reminders.now()]);
    return { reminder, open, now };
  }

  async seriesOf(reminder: Reminder): Promise<Series> {
    return new Series(reminder, await this.allDayClock(reminder));
  }

  async allDayClock({ all_day, owner_id }: Pick<Reminder, 'all_day' | 'owner_id'>): Promise<number> {
    if (!all_day) return 0;
    return clockOf((await this.settings.of(RemindersSettings, owner_id)).all_day_time);
  }

  /** The reminder has no open one: this is it from now on. */
  async open(
    { id, owner_id }: Reminder,
    time: SeriesTime,
    now: Date,
    changes: Partial<Reminder> = {},
  ): Promise<Opened & { occurrence: ReminderOccurrence }> {
    const due_at = new Date(time.due);
    const reminder = await this.reminders.change(id, { ...changes, next_due_at: due_at });
    const [added] = await this.occurrences.addAll([
      {
        id: uuidv7(),
        reminder_id: id,
        owner_id,
        scheduled_local: wallText(time.scheduled),
        due_at,
        number: time.number,
        status: 'upcoming',
        wakes_at: reminder.status === 'active' ? due_at : null,
      },
    ]);
    const occurrence = added as ReminderOccurrence;
    await this.deliveries.plan(planDeliveries(occurrence, reminder, now));
    return { reminder, occurrence };
  }

  /** The open one is done with. */
  async close(
    open: ReminderOccurrence,
    status: 'completed' | 'skipped' | 'missed',
    now: Date,
  ): Promise<ReminderOccurrence> {
    await this.deliveries.dropOf([open.id]);
    const completed_at = status === 'completed' ? now : null;
    return this.change(open, { status, completed_at, wakes_at: null });
  }

  /** What comes after one that is done with: the one that follows, or the end. */
  async follow(
    reminder: Reminder,
    closed: ReminderOccurrence,
    now: Date,
    changes: Partial<Reminder> = {},
  ): Promise<Opened> {
    const series = await this.seriesOf({ ...reminder, ...changes });
    // One that was skipped before its time would else come back at that very time.
    const done = closed.status === 'completed' ? +now : Math.max(+now, +closed.due_at);
    const next =
      reminder.repeat_from === 'completion'
        ? series.afterCompletion(done, closed.number)
        : take(series.after(timeOf(closed)), 1)[0];
    if (next) return this.open(reminder, next, now, changes);
    const ended = { ...changes, status: 'done', next_due_at: null, done_at: now } as const;
    return { reminder: await this.reminders.change(reminder.id, ended), occurrence: undefined };
  }

  async change({ id }: ReminderOccurrence, changes: Values<ReminderOccurrence>): Promise<ReminderOccurrence> {
    return (await this.occurrences.updateOne({ id }, changes)) as ReminderOccurrence;
  }

  /** What follows the open one has changed. */
  async rewake(reminder: Reminder, open: ReminderOccurrence): Promise<ReminderOccurrence> {
    const wakes_at = wakingOf(open, reminder, await this.seriesOf(reminder));
    return this.change(open, { wakes_at });
  }

  /** The open one stays, but what it goes by has changed. */
  async replan(reminder: Reminder, open: ReminderOccurrence, now: Date): Promise<ReminderOccurrence> {
    const kept = await this.rewake(reminder, open);
    await this.deliveries.dropOf([open.id]);
    await this.deliveries.plan(planDeliveries(kept, reminder, now));
    return kept;
  }
}
