import { Temporal } from 'temporal-polyfill';
import { wallText } from '../../kernel/calendar/wall-clock.js';
import { wallIn } from '../../kernel/calendar/zone.js';

/** The day that a calendar of the zone shows at this moment. */
export const dayIn = (zone: string, moment: Date): string => wallText(wallIn(zone, +moment)).slice(0, 10);

export const nextDay = (day: string, count = 1): string => Temporal.PlainDate.from(day).add({ days: count }).toString();

/** Both days counted. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days + 1;

/** When each of these days begins in the zone, and when the last one ends: also where clocks skip a midnight. */
export function midnights(from: string, count: number, zone: string): Date[] {
  let day = Temporal.PlainDate.from(from);
  return Array.from({ length: count + 1 }, () => {
    const begins = new Date(day.toZonedDateTime(zone).epochMilliseconds);
    day = day.add({ days: 1 });
    return begins;
  });
}

/** The first day of the week. */
export function weekOf(day: string, start: 'monday' | 'sunday'): string {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: start === 'monday' ? date.dayOfWeek - 1 : date.dayOfWeek % 7 }).toString();
}
