/** What a clock on the wall shows, in the milliseconds that it would be in UTC. It belongs to no zone. */
export type Wall = number;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The years in which people have reminders; what lies far beyond is a slip, and no database takes it. */
const WALL = /^[12]\d{3}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/** `2026-03-31T09:00`, with seconds or without, or a day alone; undefined where there is no such time. */
export function wallOf(text: string): Wall | undefined {
  if (!WALL.test(text)) return undefined;
  const wall = Date.parse(text.includes('T') ? `${text}Z` : text);
  return Number.isNaN(wall) || !wallText(wall).startsWith(text) ? undefined : wall;
}

/** `2026-03-31T09:00:00` */
export const wallText = (wall: Wall) => new Date(wall).toISOString().slice(0, 19);

export const dayOf = (wall: Wall) => Math.floor(wall / DAY);

/** The time of the day. */
export const clockIn = (wall: Wall) => wall - dayOf(wall) * DAY;

export const isClock = (text: string) => CLOCK.test(text);

/** `09:00` as the milliseconds of a day. */
export function clockOf(text: string): number {
  const [hours, minutes] = text.split(':').map(Number) as [number, number];
  return hours * HOUR + minutes * MINUTE;
}
