import { Temporal } from 'temporal-polyfill';
import { SECOND, type Wall } from './wall-clock.js';

/** A name of the IANA database, and no bare offset. */
const NAME = /^[A-Za-z][A-Za-z0-9_+\-/]*$/;

export function isTimeZone(text: string): boolean {
  if (!NAME.test(text)) return false;
  try {
    return new Temporal.ZonedDateTime(0n, text).epochMilliseconds === 0;
  } catch {
    return false;
  }
}

/** When clocks of the zone show it. A time that they skip moves on by the gap, and a doubled one is the first. */
export const instantOf = (wall: Wall, zone: string): number => zoned(wall, zone, 'compatible');

/** What clocks of the zone show, to the second. */
export function wallIn(zone: string, instant: number): Wall {
  const offset = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds;
  return Math.floor((instant + offset / 1e6) / SECOND) * SECOND;
}

/** Whether the clocks of the zone leave this time out, or show it twice. */
export function shiftAt(wall: Wall, zone: string): 'skipped' | 'doubled' | undefined {
  const [first, last] = [zoned(wall, zone, 'earlier'), zoned(wall, zone, 'later')];
  if (first === last) return undefined;
  return wallIn(zone, first) === wall ? 'doubled' : 'skipped';
}

function zoned(wall: Wall, zone: string, disambiguation: 'compatible' | 'earlier' | 'later'): number {
  const date = new Date(wall);
  const plain = new Temporal.PlainDateTime(
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  );
  return plain.toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
}

/** So many days, weeks, months or years on; the 31st of a short month is its last day. */
export function later(wall: Wall, unit: 'days' | 'weeks' | 'months' | 'years', count: number): Wall {
  const date = new Date(wall);
  const plain = new Temporal.PlainDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
  const { year, month, day } = plain.add({ [unit]: count });
  return Date.UTC(year, month - 1, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds());
}
