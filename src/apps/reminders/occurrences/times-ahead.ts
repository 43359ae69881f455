import type { Series, SeriesTime } from '../recurrence/series.js';
import type { OccurrenceRow } from './occurrence.repository.js';
import { timeOf } from './occurrences.js';

/** After now: the open one, and what follows by the schedule. What follows a completion is not known before it. */
export function* timesAhead(series: Series, open: OccurrenceRow, now: Date): Generator<SeriesTime> {
  if (open.due_at > now) yield timeOf(open);
  if (series.isScheduled) yield* series.after(timeOf(open), { from: +now + 1 });
}
