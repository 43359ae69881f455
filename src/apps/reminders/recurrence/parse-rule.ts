import { Refusal } from '../../../platform/http/refusal.js';
import { DAY, wallOf } from '../../kernel/calendar/wall-clock.js';
import { FREQUENCIES, type Frequency, type NthDay, type Rule, type Until, WEEKDAYS } from './rule.js';

const REFUSED = new Set(['BYSECOND', 'BYWEEKNO', 'BYYEARDAY']);
const KNOWN = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYMONTH',
  'BYMONTHDAY',
  'BYDAY',
  'BYHOUR',
  'BYMINUTE',
  'BYSETPOS',
  'WKST',
]);
const NTH_DAY = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/;
const UNTIL = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/;

const bad = (reason: string) => new Refusal(400, `Invalid recurrence: ${reason}`);

/** Reads a rule as it was given; refuses, with the reason, what reminders do not follow. */
export function parseRule(text: string, { allDay }: { allDay: boolean }): Rule {
  const parts = partsOf(text);
  const number = (name: string, min: number, max: number, shown = `${min} to ${max}`) => {
    const given = parts.get(name);
    return given === undefined ? undefined : numberOf(given, name, min, max, shown);
  };
  const numbers = (name: string, min: number, max: number) =>
    listOf(parts.get(name))
      .map((given) => numberOf(given, name, min, max, `${min} to ${max}`))
      .toSorted((a, b) => a - b);
  const rule: Rule = {
    freq: frequencyOf(parts.get('FREQ')),
    interval: number('INTERVAL', 1, 999) ?? 1,
    count: number('COUNT', 1, 1000, '1 to 1,000'),
    until: untilOf(parts.get('UNTIL')),
    bymonth: numbers('BYMONTH', 1, 12),
    bymonthday: nonZero(numbers('BYMONTHDAY', -31, 31), 'BYMONTHDAY'),
    byday: daysOf(parts.get('BYDAY')),
    byhour: numbers('BYHOUR', 0, 23),
    byminute: numbers('BYMINUTE', 0, 59),
    bysetpos: nonZero(numbers('BYSETPOS', -366, 366), 'BYSETPOS'),
    wkst: weekStartOf(parts.get('WKST')),
  };
  check(rule, allDay);
  return rule;
}

function partsOf(text: string): Map<string, string> {
  const line = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '');
  if (/[\r\n]/.test(line)) throw bad('give one RRULE line');
  const parts = new Map<string, string>();
  for (const part of line.split(';')) {
    const [name = '', value = '', ...more] = part.split('=');
    if (REFUSED.has(name)) throw bad(`${name} is not supported`);
    if (!KNOWN.has(name)) throw bad(`${name || 'an empty part'} is not known`);
    if (parts.has(name)) throw bad(`${name} is given twice`);
    if (!value || more.length) throw bad(`${name} needs a value`);
    parts.set(name, value);
  }
  return parts;
}

function frequencyOf(given: string | undefined): Frequency {
  if (!given) throw bad('FREQ is missing');
  if (given === 'SECONDLY' || given === 'MINUTELY') throw bad(`${given} is more than one an hour`);
  if (!FREQUENCIES.includes(given as Frequency)) throw bad(`FREQ must be one of ${FREQUENCIES.join(', ')}`);
  return given as Frequency;
}

function numberOf(given: string, name: string, min: number, max: number, shown: string): number {
  const value = /^[+-]?\d{1,4}$/.test(given) ? Number(given) : NaN;
  if (!(value >= min && value <= max)) throw bad(`${name} must be ${shown}`);
  return value;
}

/** Each once. */
const listOf = (given: string | undefined) => [...new Set(given?.split(',') ?? [])];

function nonZero(values: number[], name: string): number[] {
  if (values.includes(0)) throw bad(`${name} must not be 0`);
  return values;
}

function daysOf(given: string | undefined): NthDay[] {
  const days = listOf(given).map((text) => {
    const [, nth, day] = NTH_DAY.exec(text) ?? [];
    if (!day || (nth !== undefined && Number(nth) === 0)) throw bad('BYDAY must be days such as MO, 2TU or -1FR');
    return { nth: Number(nth ?? 0), day: WEEKDAYS.indexOf(day as (typeof WEEKDAYS)[number]) };
  });
  const sorted = days.toSorted((a, b) => a.day - b.day || a.nth - b.nth);
  return sorted.filter(({ nth, day }, at) => nth !== sorted[at - 1]?.nth || day !== sorted[at - 1]?.day);
}

function weekStartOf(given: string | undefined): number {
  const day = WEEKDAYS.indexOf((given ?? 'MO') as (typeof WEEKDAYS)[number]);
  if (day < 0) throw bad('WKST must be a day such as MO');
  return day;
}

/** A day is meant to its end. */
function untilOf(text: string | undefined): Until | undefined {
  if (text === undefined) return undefined;
  const [, year, month, day, hour, minute, second, zone] = UNTIL.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const wall = wallOf(hour ? `${date}T${hour}:${minute}:${second}` : date);
  if (wall === undefined) throw bad('UNTIL must be a time such as 20301231, 20301231T090000 or 20301231T090000Z');
  if (zone) return { text, instant: wall };
  return { text, wall: hour ? wall : wall + DAY - 1 };
}

/** What its parts have to do with each other. */
function check(rule: Rule, allDay: boolean): void {
  const { freq, count, until, bymonth, bymonthday, byday, byhour, byminute, bysetpos } = rule;
  const days = [bymonth, bymonthday, byday, byhour, byminute];
  if (count && until) throw bad('COUNT and UNTIL exclude each other');
  if (byminute.length > 1) throw bad('more than one an hour');
  if (bymonthday.length && freq === 'WEEKLY') throw bad('BYMONTHDAY is not for WEEKLY');
  if (bysetpos.length && days.every(({ length }) => length === 0)) throw bad('BYSETPOS needs another BY part');
  if (allDay && (freq === 'HOURLY' || byhour.length || byminute.length)) throw bad('a day has no hours');
  if (byday.every(({ nth }) => nth === 0)) return;
  if (freq !== 'MONTHLY' && freq !== 'YEARLY') throw bad('BYDAY takes numbers in MONTHLY and YEARLY alone');
  const most = freq === 'MONTHLY' || bymonth.length ? 5 : 53;
  if (byday.some(({ nth }) => Math.abs(nth) > most)) throw bad(`BYDAY must have numbers up to ${most}`);
}
