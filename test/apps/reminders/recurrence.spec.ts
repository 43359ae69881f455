import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseRule } from '../../../src/apps/reminders/recurrence/parse-rule.js';
import { ruleText } from '../../../src/apps/reminders/recurrence/rule.js';
import { type Repeating, Series, take } from '../../../src/apps/reminders/recurrence/series.js';
import { wallText } from '../../../src/apps/kernel/calendar/wall-clock.js';
import { quickest } from '../../support/clock.js';

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

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const some = <T>(values: T[], maxLength = 4) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const part = (name: string, values: fc.Arbitrary<unknown[]>) =>
  fc.option(
    values.map((list) => `${name}=${list.join()}`),
    { nil: undefined },
  );

const RULES = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    end: fc.constantFrom('COUNT=9', 'UNTIL=20300615T120000', 'UNTIL=20310101'),
    bymonth: part('BYMONTH', some(range(1, 12))),
    bymonthday: part('BYMONTHDAY', some([...range(1, 28), ...range(-28, -1)])),
    byday: part('BYDAY', some(DAYS)),
    byhour: part('BYHOUR', some(range(0, 23), 3)),
    wkst: part('WKST', some(DAYS, 1)),
  })
  .map(({ freq, interval, bymonthday, ...parts }) =>
    [`FREQ=${freq}`, `INTERVAL=${interval}`, freq !== 'WEEKLY' && bymonthday, ...Object.values(parts)]
      .filter(Boolean)
      .join(';'),
  );
const STARTS = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2029, 11, 31) / 60_000 })
  .map((minutes) => wallText(minutes * 60_000));

describe('the times of a rule', () => {
  it('are those that another library finds: a hundred rules, made at random for python-dateutil', () => {
    const lines = readFileSync(new URL('./rules.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    for (const line of lines) {
      const [rule = '', start = '', ...expected] = line.split(' ');
      const found = walls(rule, start)(5).filter((wall) => wall < '2050');
      expect([rule, ...found]).toEqual([rule, ...expected]);
    }
    expect(lines).toHaveLength(100);
  });

  it('are the same in the one spelling of the rule, and from where somebody stands in them', () => {
    fc.assert(
      fc.property(RULES, STARTS, (rule, start) => {
        const spelled = ruleText(parseRule(rule, { allDay: false }));
        expect(ruleText(parseRule(`rrule:${spelled.toLowerCase()}`, { allDay: false }))).toBe(spelled);
        const all = take(series(rule, start).all(), 12);
        expect(take(series(spelled, start).all(), 12)).toEqual(all);
        const [, , third] = all;
        if (!third) return;
        expect(take(series(rule, start).after(third), 9)).toEqual(all.slice(3));
        expect(take(series(rule, start).upcoming(third.due), 3).map(({ due }) => due)).toEqual(
          all.slice(3, 6).map(({ due }) => due),
        );
        expect(series(rule, start).includes(third.scheduled)).toBe(true);
        expect(series(rule, start).includes(third.scheduled + 1000)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('leave short months out, and know the last day', () => {
    expect(walls('FREQ=MONTHLY', '2026-01-31T09:00:00')(3)).toEqual([
      '2026-01-31T09:00:00',
      '2026-03-31T09:00:00',
      '2026-05-31T09:00:00',
    ]);
    expect(walls('FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31T09:00:00')(3)).toEqual([
      '2026-01-31T09:00:00',
      '2026-02-28T09:00:00',
      '2026-03-31T09:00:00',
    ]);
    expect(walls('FREQ=YEARLY', '2024-02-29T09:00:00')(3).map((wall) => wall.slice(0, 4))).toEqual([
      '2024',
      '2028',
      '2032',
    ]);
  });

  it('count what was skipped', () => {
    const exdates = ['2026-01-02T09:00:00'];
    expect(walls('FREQ=DAILY;COUNT=3', '2026-01-01T09:00:00', 'UTC', { exdates })(9)).toEqual([
      '2026-01-01T09:00:00',
      '2026-01-03T09:00:00',
    ]);
  });

  it('end where a rule never comes, and soon', () => {
    const rules = [
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;INTERVAL=7',
      'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=DAILY;INTERVAL=999;BYMONTH=4;BYMONTHDAY=31',
    ];
    const all = () => rules.flatMap((rule) => walls(rule, '2026-01-01T09:00:00')(1));
    expect(all()).toEqual([]);
    expect(quickest(1_500, all)).toBeLessThan(1_500);
  });

  const positions = (from: number, to: number) => range(from, to).join();
  it.each([
    ['of positions that no day has', `FREQ=DAILY;BYHOUR=${range(0, 23).join()};BYSETPOS=${positions(25, 124)}`],
    [
      'of a position that no year has',
      `FREQ=YEARLY;BYDAY=${range(0, 68)
        .map((n) => `${n % 2 ? '' : '-'}53${DAYS[n % 7]}`)
        .join()};BYSETPOS=366`,
    ],
    ['of a date that no month has', 'FREQ=MONTHLY;BYMONTHDAY=31,30;BYDAY=MO,FR;BYSETPOS=3'],
  ])('ends at once where it is %s: it costs no more than a rule that comes', (_what, rule) => {
    const start = '2026-01-01T09:00:00';
    expect(walls(rule, start)(1)).toEqual([]);
    // A rule whose positions can be met is looked through for 100,000 days: 0.1 s and more.
    expect(quickest(20, () => walls(rule, start)(1))).toBeLessThan(20);
  });

  it('come where they are sparse', () => {
    const years = (rule: string, most: number) =>
      walls(rule, '2026-01-01T09:00:00')(most).map((wall) => wall.slice(0, 10));
    expect(years('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 2)).toEqual(['2028-02-29', '2032-02-29']);
    expect(years('FREQ=YEARLY;INTERVAL=999;BYMONTH=2;BYMONTHDAY=29', 1)).toEqual(['4024-02-29']);
    expect(years('FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR', 3)).toEqual(['2026-02-13', '2026-03-13', '2026-11-13']);
    expect(years('FREQ=YEARLY;BYDAY=53MO', 2)).toEqual(['2029-12-31', '2035-12-31']);
    expect(years('FREQ=YEARLY;BYDAY=53TH,53FR;BYSETPOS=2', 2)).toEqual(['2032-12-31', '2060-12-31']);
    expect(years('FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=366', 2)).toEqual(['2028-12-31', '2032-12-31']);
  });

  it('are the same whether a rule ends with a semicolon or not', () => {
    const spelled = (rule: string) => ruleText(parseRule(rule, { allDay: false }));
    expect(spelled('RRULE:FREQ=DAILY;COUNT=3;')).toBe('FREQ=DAILY;COUNT=3');
    expect(() => spelled('FREQ=DAILY;;')).toThrow('an empty part is not known');
    expect(() => spelled(';FREQ=DAILY')).toThrow('an empty part is not known');
    expect(() => spelled(';')).toThrow('an empty part is not known');
  });
});
