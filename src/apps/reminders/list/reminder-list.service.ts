import { setImmediate } from 'node:timers/promises';
import { containing } from '../../kernel/lists/list.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { invalid } from '../../../platform/http/refusal.js';
import type { Reminder } from '../entities/reminder.entity.js';
import { timeOf } from '../occurrences/occurrences.service.js';
import { Series, type SeriesTime } from '../recurrence/series.js';
import { ReminderRepository } from '../reminder.repository.js';
import { RemindersSettings } from '../reminders.settings.js';
import { type ListedReminderView, presentReminder, presentTime } from '../reminders.views.js';
import { isInstant } from '../../kernel/calendar/time.fields.js';
import { clockOf, DAY, dayOf, type Wall, wallOf } from '../../kernel/calendar/wall-clock.js';
import { instantOf, wallIn } from '../../kernel/calendar/zone.js';
import {
  type Counts,
  type ListedRow,
  ReminderListRepository,
  type RepeatingRow,
  type Wanted,
} from './reminder-list.repository.js';

export const VIEWS = ['active', 'overdue', 'today', 'upcoming', 'paused', 'done'] as const;
const MOST_DAYS = 92;
const MOST_ROWS = 500;

export interface ListQuery extends PageQuery {
  view?: (typeof VIEWS)[number];
  from?: string;
  to?: string;
  tag?: string;
  priority?: string;
  subject_id?: string;
  q?: string;
}

export interface Listed {
  reminders: ListedReminderView[];
  next_cursor: string | null;
  counts: Counts;
}

/** The reminders of somebody: a page of them, or what happens in a range of days. */
@AppProvider()
export class ReminderListService {
  constructor(
    private readonly lists: ReminderListRepository,
    private readonly reminders: ReminderRepository,
    private readonly settings: AppSettings,
  ) {}

  async of(ownerId: string, query: ListQuery): Promise<Listed> {
    const [settings, now] = await Promise.all([this.settings.of(RemindersSettings, ownerId), this.reminders.now()]);
    const tomorrow = tomorrowOf(settings.timezone, now);
    const wanted = wantedOf(ownerId, query, settings.timezone, { now, tomorrow });
    const [list, counts] = await Promise.all([
      wanted.from && wanted.to
        ? this.within(wanted, wanted.from, wanted.to, clockOf(settings.all_day_time))
        : this.page(wanted, query),
      this.lists.counts(ownerId, now, tomorrow),
    ]);
    return { ...list, counts };
  }

  private async page(wanted: Wanted, query: PageQuery) {
    const { rows, next_cursor } = await this.lists.page(wanted, query);
    return { reminders: rows.map(presentListed), next_cursor };
  }

  /** One row for each occurrence: those that have one, and those that will. */
  private async within(wanted: Wanted, from: Date, to: Date, allDayClock: number) {
    const [rows, repeating] = await Promise.all([
      this.lists.within(wanted, MOST_ROWS),
      wanted.status === 'active' ? this.lists.repeating(wanted, to) : [],
    ]);
    // What has no row yet is upcoming: a view may ask for what is after a time, or not after it.
    const range = {
      from: Math.max(+from, wanted.after ? +wanted.after + 1 : -Infinity),
      to: Math.min(+to, wanted.through ? +wanted.through + 1 : Infinity),
    };
    const expanded = await expand(repeating, allDayClock, range, MOST_ROWS);
    const listed = [
      ...rows.map((row) => ({ due: +(row.occurrence_due_at as Date), shown: presentListed(row) })),
      ...expanded.map(({ reminder, time }) => ({
        due: time.due,
        shown: {
          ...presentReminder(reminder),
          occurrence: { id: null, status: 'upcoming' as const, ...presentTime(time) },
        },
      })),
    ];
    const earliest = listed.toSorted((a, b) => a.due - b.due).slice(0, MOST_ROWS);
    return { reminders: earliest.map(({ shown }) => shown), next_cursor: null };
  }
}

function wantedOf(
  owner_id: string,
  query: ListQuery,
  timezone: string,
  { now, tomorrow }: { now: Date; tomorrow: Date },
): Wanted {
  const { view = 'active', tag = null, priority = null, subject_id = null, q } = query;
  const from = query.from === undefined ? null : momentOf(query.from, timezone, 0);
  const to = query.to === undefined ? null : momentOf(query.to, timezone, 1);
  if (from && to && from >= to) throw invalid({ field: 'to', message: 'to must not be before from' });
  if (from && to && daysBetween(from, to, timezone) > MOST_DAYS)
    throw invalid({ field: 'to', message: `to must be at most ${MOST_DAYS} days after from` });
  const isStatus = view === 'paused' || view === 'done';
  return {
    owner_id,
    status: isStatus ? view : 'active',
    tag,
    priority,
    subject_id,
    words: q === undefined ? null : containing(q),
    after: view === 'upcoming' ? now : null,
    through: view === 'overdue' ? now : view === 'today' ? new Date(+tomorrow - 1) : null,
    from,
    to,
  };
}

/** A day is meant from its beginning, or to its end. */
function momentOf(text: string, timezone: string, days: 0 | 1): Date {
  return new Date(isInstant(text) ? text : instantOf((wallOf(text) as Wall) + days * DAY, timezone));
}

/** By the calendar: a day on which clocks go back is one day too. */
const daysBetween = (from: Date, to: Date, timezone: string) => (wallIn(timezone, +to) - wallIn(timezone, +from)) / DAY;

const tomorrowOf = (timezone: string, now: Date) =>
  new Date(instantOf((dayOf(wallIn(timezone, +now)) + 1) * DAY, timezone));

function presentListed({
  occurrence_id,
  occurrence_status,
  scheduled_local,
  occurrence_due_at,
  ...row
}: ListedRow): ListedReminderView {
  const isThere = occurrence_id && occurrence_status && scheduled_local && occurrence_due_at;
  const time = isThere && { scheduled: wallOf(scheduled_local) as Wall, due: +occurrence_due_at };
  return {
    ...presentReminder(row),
    occurrence: time ? { id: occurrence_id, status: occurrence_status as never, ...presentTime(time) } : null,
  };
}

interface Range {
  from: number;
  /** Not included. */
  to: number;
}

interface Expanded {
  reminder: Reminder;
  time: SeriesTime;
}

/** Other requests are served after so long: a rule that counts is followed from its start, up to 1,000 times. */
const TURN_MS = 10;

/** The earliest of the times to come in a range, of all these reminders together. */
async function expand(
  repeating: RepeatingRow[],
  allDayClock: number,
  { from, to }: Range,
  most: number,
): Promise<Expanded[]> {
  let found: Expanded[] = [];
  let end = to;
  let turn = performance.now();
  for (const reminder of repeating) {
    if (performance.now() - turn > TURN_MS) {
      await setImmediate();
      turn = performance.now();
    }
    for (const time of new Series(reminder, allDayClock).after(timeOf(reminder), { from, before: to })) {
      if (time.due >= end) break;
      found.push({ reminder, time });
    }
    if (found.length < most) continue;
    found = earliest(found, most);
    // What is later than all of these is not shown.
    end = (found.at(-1) as Expanded).time.due;
  }
  return earliest(found, most);
}

const earliest = (found: Expanded[], most: number) => found.toSorted((a, b) => a.time.due - b.time.due).slice(0, most);
