import { setImmediate } from 'node:timers/promises';
import { Series, type SeriesTime } from '../recurrence/series.js';
import { timeOf } from '../occurrences/occurrences.js';
import type { OccurrenceRow } from '../occurrences/occurrence.repository.js';
import type { ReminderRow } from '../reminder.repository.js';

interface Range {
  from: number;
  /** Not included. */
  to: number;
}

export interface Expanded {
  reminder: ReminderRow;
  time: SeriesTime;
}

/** Other requests are served after so long: a rule that counts is followed from its start, up to 1,000 times. */
const TURN_MS = 10;

/** The earliest of the times to come in a range, of all these reminders together. */
export async function expand(
  repeating: { reminder: ReminderRow; open: OccurrenceRow }[],
  allDayClock: number,
  { from, to }: Range,
  most: number,
): Promise<Expanded[]> {
  let found: Expanded[] = [];
  let end = to;
  let turn = performance.now();
  for (const { reminder, open } of repeating) {
    if (performance.now() - turn > TURN_MS) {
      await setImmediate();
      turn = performance.now();
    }
    for (const time of new Series(reminder, allDayClock).after(timeOf(open), { from, before: to })) {
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
