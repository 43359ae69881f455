import { clockIn, HOUR, MINUTE, type Wall, wallText } from '../../kernel/calendar/wall-clock.js';
import type { NthDay, Rule } from './rule.js';
import { filledFrom } from './rule-times.js';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const UNITS = { HOURLY: 'hour', DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'];

/** `every month on the last weekday` */
export function ruleInEnglish(given: Rule, start: Wall): string {
  const rule = filledFrom(given, start);
  const unit = UNITS[rule.freq];
  const often = rule.interval === 1 ? `every ${unit}` : `every ${rule.interval} ${unit}s`;
  const said = [often, daysOf(rule), monthsOf(rule), clocksOf(rule, given)].filter(Boolean).join(' ');
  return said + endOf(rule);
}

function daysOf(rule: Rule): string {
  const { byday, bymonthday, bysetpos } = rule;
  const plain = byday.filter(({ nth }) => nth === 0).map(({ day }) => day);
  const numbered = byday.filter(({ nth }) => nth !== 0);
  if (bysetpos.length) {
    const places = list(bysetpos.map(placeText));
    return `on the ${places} ${bymonthday.length || !byday.length ? 'of its times' : choice(plain, numbered)}`;
  }
  const dates = bymonthday.toSorted((a, b) => (a < 0 ? a + 100 : a) - (b < 0 ? b + 100 : b)).map(dateText);
  if (bymonthday.length && byday.length) return `on ${list(dates)} if that is a ${choice(plain, numbered)}`;
  if (bymonthday.length) return `on ${list(dates)}`;
  if (!byday.length) return '';
  const group = groupOf(plain);
  const each = rule.freq === 'WEEKLY' ? DAYS : DAYS.map((day) => `every ${day}`);
  const days = group ? [`every ${group}`] : plain.map((day) => each[day] as string);
  return `on ${list([...days, ...numbered.map(nthText)])}`;
}

const choice = (plain: number[], numbered: NthDay[]) =>
  list(
    [
      groupOf(plain) ??
        list(
          plain.map((day) => DAYS[day] as string),
          'or',
        ),
      ...numbered.map(nthText),
    ].filter(Boolean),
    'or',
  );

function groupOf(days: number[]): string | undefined {
  const key = days.join('');
  return { '01234': 'weekday', '56': 'weekend day', '0123456': 'day' }[key];
}

const nthText = ({ nth, day }: NthDay) => `the ${placeText(nth)} ${DAYS[day]}`;

/** `last`, `second to last`, `third`, `21st` */
function placeText(place: number): string {
  if (place === -1) return 'last';
  if (place < 0) return `${placeText(-place)} to last`;
  return PLACES[place - 1] ?? ordinal(place);
}

const dateText = (date: number) => (date < 0 ? `the ${placeText(date)} day` : `the ${ordinal(date)}`);

function ordinal(number: number): string {
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return `${number}${(!isTeen && ['th', 'st', 'nd', 'rd'][number % 10]) || 'th'}`;
}

function monthsOf({ bymonth, freq, bymonthday }: Rule): string {
  if (!bymonth.length) return '';
  const preposition = freq === 'YEARLY' && bymonthday.length ? 'of' : 'in';
  return `${preposition} ${list(bymonth.map((month) => MONTHS[month - 1] as string))}`;
}

/** Where the rule says them itself; else the start does. */
function clocksOf(rule: Rule, { byhour, byminute }: Rule): string {
  if (!byhour.length && !byminute.length) return '';
  if (!rule.byhour.length) return `at minute ${rule.byminute[0]}`;
  const minute = (rule.byminute[0] ?? 0) * MINUTE;
  const clocks = rule.byhour.map((hour) => wallText(clockIn(hour * HOUR + minute)).slice(11, 16));
  return `at ${list(clocks)}`;
}

function endOf({ count, until }: Rule): string {
  if (count !== undefined) return `, ${count === 1 ? 'once' : `${count} times`}`;
  const end = until?.wall ?? until?.instant;
  if (end === undefined) return '';
  const date = new Date(end);
  return `, until ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function list(items: string[], word = 'and'): string {
  const last = items.at(-1) ?? '';
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} ${word} ${last}` : last;
}
