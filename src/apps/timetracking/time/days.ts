import { Temporal } from 'temporal-polyfill';
import { wallText } from '../../kernel/calendar/wall-clock.js';
import { wallIn } from '../../kernel/calendar/zone.js';

/** The day that a calendar of the zone shows at this moment. */
export const dayIn = (zone: string, moment: Date): string => wallText(wallIn(zone, +moment)).slice(0, 10);

const DAY_MS = 24 * 60 * 60 * 1_000;

// A report asks for thousands of them, so they are counted in UTC, where every day has 24 hours.
export const nextDay = (day: string, count = 1): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Both days counted. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** When each of these days begins in the zone, and when the last one ends: also where clocks skip a midnight. */
export function midnights(from: string, count: number, zone: string): Date[] {
  let day = Temporal.PlainDate.from(from);
  return Array.from({ length: count + 1 }, () => {
    const begins = new Date(day.toZonedDateTime(zone).epochMilliseconds);
    day = day.add({ days: 1 });
    return begins;
  });
}

/** How many days of its week lie before it. */
export function daysIntoWeek(day: string, start: 'monday' | 'sunday'): number {
  const weekday = new Date(day).getUTCDay();
  return start === 'monday' ? (weekday + 6) % 7 : weekday;
}
