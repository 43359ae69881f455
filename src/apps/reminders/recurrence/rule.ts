export const FREQUENCIES = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** Monday is 0; `nth` of its month or year, from the end where it is negative, and 0 for each. */
export interface NthDay {
  nth: number;
  day: number;
}

export interface Until {
  text: string;
  /** As a wall clock shows it, where it names no zone. */
  wall?: number;
  instant?: number;
}

/** RFC 5545, as far as reminders repeat. A part that is not given is empty. */
export interface Rule {
  freq: Frequency;
  interval: number;
  count?: number;
  until?: Until;
  bymonth: number[];
  bymonthday: number[];
  byday: NthDay[];
  byhour: number[];
  byminute: number[];
  bysetpos: number[];
  wkst: number;
}

/** The one spelling of a rule: parts in one order, what goes without saying left out. */
export function ruleText(rule: Rule): string {
  const parts: [string, string | number | undefined][] = [
    ['FREQ', rule.freq],
    ['INTERVAL', rule.interval > 1 ? rule.interval : undefined],
    ['COUNT', rule.count],
    ['UNTIL', rule.until?.text],
    ['BYMONTH', rule.bymonth.join()],
    ['BYMONTHDAY', rule.bymonthday.join()],
    ['BYDAY', rule.byday.map(({ nth, day }) => `${nth || ''}${WEEKDAYS[day]}`).join()],
    ['BYHOUR', rule.byhour.join()],
    ['BYMINUTE', rule.byminute.join()],
    ['BYSETPOS', rule.bysetpos.join()],
    ['WKST', rule.wkst ? WEEKDAYS[rule.wkst] : undefined],
  ];
  return parts
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}

/** Whether it says no more than how often. */
export const isPlain = ({ bymonth, bymonthday, byday, byhour, byminute, bysetpos, wkst }: Rule) =>
  [bymonth, bymonthday, byday, byhour, byminute, bysetpos].every((part) => part.length === 0) && wkst === 0;
