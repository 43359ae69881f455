import { parseRule } from '../../../src/apps/reminders/recurrence/parse-rule.js';
import { type Repeating, Series, take } from '../../../src/apps/reminders/recurrence/series.js';
import { wallText } from '../../../src/apps/kernel/calendar/wall-clock.js';

const series = (rule: string | null, start: string, timezone = 'UTC', more: Partial<Repeating> = {}) =>
  new Series(
    {
      start_local: start,
      timezone,
      all_day: false,
      rrule: rule,
      repeat_from: 'schedule',
      exdates: [],
      ...more,
    },
    0,
  );
const walls =
  (...args: [string, string, string?, Partial<Repeating>?]) =>
  (most: number) =>
    take(series(...args).all(), most).map(({ scheduled }) => wallText(scheduled));
const instants =
  (...args: [string, string, string?, Partial<Repeating>?]) =>
  (most: number) =>
    take(series(...args).all(), most).map(({ due }) => new Date(due).toISOString());

describe('zones', () => {
  it('a time that clocks skip moves on by the gap, and a doubled one is the first', () => {
    expect(instants('FREQ=DAILY;COUNT=3', '2026-03-28T02:30:00', 'Europe/Berlin')(9)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(instants('FREQ=DAILY;COUNT=3', '2026-10-24T02:30:00', 'Europe/Berlin')(9)).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('times that fall on one instant are one, from wherever they are looked at', () => {
    const rule = 'FREQ=DAILY;BYHOUR=2,3;COUNT=5';
    const start = '2026-03-28T02:30:00';
    const found = [
      '2026-03-28T01:30:00.000Z',
      '2026-03-28T02:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
      '2026-03-30T01:30:00.000Z',
    ];
    expect(instants(rule, start, 'Europe/Berlin')(9)).toEqual(found);
    const all = take(series(rule, start, 'Europe/Berlin').all(), 9);
    for (const [at, time] of all.entries()) {
      expect(take(series(rule, start, 'Europe/Berlin').after(time), 9)).toEqual(all.slice(at + 1));
      expect(series(rule, start, 'Europe/Berlin').includes(time.scheduled)).toBe(true);
    }
    const day = 'FREQ=DAILY;COUNT=3';
    expect(instants(day, '2011-12-29T09:00:00', 'Pacific/Apia')(9)).toEqual([
      '2011-12-29T19:00:00.000Z',
      '2011-12-30T19:00:00.000Z',
      '2011-12-31T19:00:00.000Z',
    ]);
  });

  it('HOURLY goes by elapsed hours: none is lost, none is doubled', () => {
    for (const start of ['2026-03-28T22:00:00', '2026-10-24T22:00:00']) {
      const found = instants('FREQ=HOURLY;INTERVAL=2', start, 'Europe/Berlin')(8).map((text) => Date.parse(text));
      expect(found.slice(1).map((at, n) => at - (found[n] as number))).toEqual(Array(7).fill(7_200_000));
    }
    expect(walls('FREQ=HOURLY;BYHOUR=2,3', '2026-03-28T00:15:00', 'Europe/Berlin')(4)).toEqual([
      '2026-03-28T02:15:00',
      '2026-03-28T03:15:00',
      '2026-03-29T03:15:00',
      '2026-03-30T02:15:00',
    ]);
    expect(walls('FREQ=HOURLY;BYMINUTE=0;BYDAY=MO;BYHOUR=8', '2026-03-01T08:30:00')(2)).toEqual([
      '2026-03-02T08:00:00',
      '2026-03-09T08:00:00',
    ]);
  });

  it('HOURLY comes as often as is asked for, however rarely that is', () => {
    const daily = walls('FREQ=HOURLY;BYHOUR=9;COUNT=1000', '2026-01-01T08:00:00', 'Europe/Berlin')(1001);
    expect([daily.length, daily.at(-1)]).toEqual([1000, '2028-09-26T09:00:00']);
    const rule = 'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=1';
    expect(walls(rule, '2026-01-01T09:30:00')(2)).toEqual(['2044-02-29T01:30:00', '2072-02-29T01:30:00']);
    expect(walls('FREQ=HOURLY;BYDAY=MO;BYSETPOS=2', '2026-01-01T09:30:00')(1)).toEqual([]);
  });

  it('the hour that clocks show twice is skipped once', () => {
    const exdates = ['2026-10-25T02:00:00'];
    const rest = instants('FREQ=HOURLY', '2026-10-25T01:00:00', 'Europe/Berlin', { exdates })(3);
    expect(rest.map((text) => text.slice(11, 16))).toEqual(['23:00', '01:00', '02:00']);
  });

  it('UNTIL is an instant with Z, and what clocks show without; a day is meant to its end', () => {
    const of = (until: string) => walls(`FREQ=DAILY;UNTIL=${until}`, '2026-03-01T09:00:00', 'Europe/Berlin')(9).length;
    expect([of('20260303T080000Z'), of('20260303T075959Z')]).toEqual([3, 2]);
    expect([of('20260303T090000'), of('20260303T085959'), of('20260303')]).toEqual([3, 2, 3]);
  });
});

describe('from completion', () => {
  const next = (rule: string, start: string, done: string, timezone = 'Europe/Berlin') => {
    const time = series(rule, start, timezone, { repeat_from: 'completion' }).afterCompletion(Date.parse(done), 1);
    return time && new Date(time.due).toISOString();
  };

  it('is so much later, at the time of the start; hours are exact', () => {
    expect(next('FREQ=DAILY;INTERVAL=3', '2026-03-01T09:00:00', '2026-03-27T20:10:00Z')).toBe(
      '2026-03-30T07:00:00.000Z',
    );
    expect(next('FREQ=MONTHLY', '2026-01-31T09:00:00', '2026-01-31T20:00:00Z')).toBe('2026-02-28T08:00:00.000Z');
    expect(next('FREQ=HOURLY;INTERVAL=5', '2026-01-31T09:00:00', '2026-03-28T23:12:13Z')).toBe(
      '2026-03-29T04:12:13.000Z',
    );
    expect(next('FREQ=DAILY;COUNT=1', '2026-01-31T09:00:00', '2026-01-31T20:00:00Z')).toBeUndefined();
    expect(next('FREQ=DAILY;UNTIL=20260131', '2026-01-31T09:00:00', '2026-01-31T20:00:00Z')).toBeUndefined();
  });
});

describe('what is no rule', () => {
  it('is refused with the reason', () => {
    const bad: [rule: string, reason: string][] = [
      ['FREQ=SECONDLY', 'SECONDLY is more than one an hour'],
      ['FREQ=DAILY;BYMINUTE=0,30', 'more than one an hour'],
      ['INTERVAL=2', 'FREQ is missing'],
      ['FREQ=FORTNIGHTLY', 'FREQ must be one of HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY'],
      ['FREQ=DAILY;INTERVAL=0', 'INTERVAL must be 1 to 999'],
      ['FREQ=DAILY;INTERVAL=1000', 'INTERVAL must be 1 to 999'],
      ['FREQ=DAILY;COUNT=1001', 'COUNT must be 1 to 1,000'],
      ['FREQ=DAILY;COUNT=2;UNTIL=20990101', 'COUNT and UNTIL exclude each other'],
      ['FREQ=DAILY;UNTIL=20990230', 'UNTIL must be a time such as 20301231, 20301231T090000 or 20301231T090000Z'],
      ['FREQ=DAILY;BYSECOND=1', 'BYSECOND is not supported'],
      ['FREQ=YEARLY;BYWEEKNO=1', 'BYWEEKNO is not supported'],
      ['FREQ=YEARLY;BYYEARDAY=1', 'BYYEARDAY is not supported'],
      ['FREQ=DAILY\nRRULE:FREQ=WEEKLY', 'give one RRULE line'],
      ['FREQ=DAILY;FREQ=DAILY', 'FREQ is given twice'],
      ['FREQ=DAILY;;', 'an empty part is not known'],
      ['FREQ=DAILY;EXDATE=1', 'EXDATE is not known'],
      ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY takes numbers in MONTHLY and YEARLY alone'],
      ['FREQ=MONTHLY;BYDAY=6MO', 'BYDAY must have numbers up to 5'],
      ['FREQ=MONTHLY;BYDAY=XX', 'BYDAY must be days such as MO, 2TU or -1FR'],
      ['FREQ=WEEKLY;WKST=XX', 'WKST must be a day such as MO'],
      ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY is not for WEEKLY'],
      ['FREQ=DAILY;BYMONTHDAY=0', 'BYMONTHDAY must not be 0'],
      ['FREQ=DAILY;BYSETPOS=1', 'BYSETPOS needs another BY part'],
    ];
    for (const [rule, reason] of bad)
      expect(() => parseRule(rule, { allDay: false })).toThrow(`Invalid recurrence: ${reason}`);
    for (const rule of ['FREQ=HOURLY', 'FREQ=DAILY;BYHOUR=9'])
      expect(() => parseRule(rule, { allDay: true })).toThrow('Invalid recurrence: a day has no hours');
  });
});
