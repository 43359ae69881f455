import * as fc from 'fast-check';
import { areApart, type ClockRange, OpenHours, WEEKDAYS } from '../../src/apps/kernel/calendar/open-hours.js';
import { clockIn, clockOf, dayOf, HOUR, MINUTE, wallOf, wallText } from '../../src/apps/kernel/calendar/wall-clock.js';
import { instantOf, wallIn } from '../../src/apps/kernel/calendar/zone.js';

const daily = (...ranges: ClockRange[]) => Object.fromEntries(WEEKDAYS.map((day) => [day, ranges]));
const hours = (timezone: string, weekly: object, overrides: { date: string; ranges: ClockRange[] }[] = []) =>
  new OpenHours({ timezone, weekly, overrides });
const span = (zone: string, from: string, to: string) => ({
  from: instantOf(wallOf(from) as number, zone),
  to: instantOf(wallOf(to) as number, zone),
});
const lengths = (minutes: number, step = minutes) => ({ length: minutes * MINUTE, step: step * MINUTE });
const shown = (zone: string, starts: number[]) => starts.map((start) => wallText(wallIn(zone, start)).slice(0, 16));

describe('open hours', () => {
  it('are stepped through from the beginning of each range', () => {
    const week = {
      mon: [
        ['13:00', '14:30'],
        ['09:00', '10:00'],
      ] as ClockRange[],
    };
    const starts = hours('Europe/Paris', week).starts(
      span('Europe/Paris', '2026-03-09', '2026-03-16'),
      lengths(30, 20),
    );
    const clocks = ['09:00', '09:20', '13:00', '13:20', '13:40', '14:00'];
    expect(shown('Europe/Paris', starts)).toEqual(clocks.map((clock) => `2026-03-09T${clock}`));
  });

  it('are replaced on single days, which may be off', () => {
    const overrides = [
      { date: '2026-03-10', ranges: [] },
      { date: '2026-03-11', ranges: [['22:00', '24:00']] as ClockRange[] },
    ];
    const open = hours('America/New_York', daily(['09:00', '10:00']), overrides);
    const within = span('America/New_York', '2026-03-10', '2026-03-13');
    expect(shown('America/New_York', open.starts(within, lengths(60)))).toEqual([
      '2026-03-11T22:00',
      '2026-03-11T23:00',
      '2026-03-12T09:00',
    ]);
    expect(open.spans(within)).toHaveLength(2);
  });

  it('leave out what clocks skip in spring', () => {
    const zone = 'America/New_York';
    const open = hours(zone, daily(['01:00', '04:00']));
    const within = span(zone, '2026-03-08', '2026-03-09');
    expect(shown(zone, open.starts(within, lengths(30)))).toEqual(
      ['01:00', '01:30', '03:00', '03:30'].map((clock) => `2026-03-08T${clock}`),
    );
    // Two hours do not fit before 04:00 if one of them is missing.
    expect(shown(zone, open.starts(within, lengths(120, 60)))).toEqual(['2026-03-08T01:00']);
    const skipped = hours(zone, daily(['02:10', '02:50']));
    expect(skipped.starts(within, lengths(5))).toEqual([]);
    expect(skipped.spans(within)).toEqual([]);
    const into = hours(zone, daily(['01:00', '02:30']));
    expect(into.spans(within).map(({ from, to }) => to - from)).toEqual([HOUR]);
  });

  it('count what clocks show twice in autumn once', () => {
    const zone = 'America/New_York';
    const open = hours(zone, daily(['01:00', '03:00']));
    const within = span(zone, '2026-11-01', '2026-11-02');
    const starts = open.starts(within, lengths(30));
    expect(shown(zone, starts)).toEqual(['01:00', '01:30', '02:00', '02:30'].map((clock) => `2026-11-01T${clock}`));
    expect((starts[2] as number) - (starts[1] as number)).toBe(90 * MINUTE);
    expect(open.spans(within).map(({ from, to }) => to - from)).toEqual([3 * HOUR]);
  });

  it('join where one range ends as the next one begins, also at midnight', () => {
    const open = hours('UTC', daily(['00:00', '12:00'], ['12:00', '24:00']));
    expect(open.spans({ from: 0, to: 100 * HOUR })).toEqual([{ from: 0, to: 100 * HOUR }]);
  });

  const clock = fc.integer({ min: 0, max: 287 }).map((five) => wallText(five * 5 * MINUTE).slice(11, 16));
  const range = fc
    .tuple(clock, clock)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => (a < b ? [a, b] : [b, a]) as ClockRange);
  const ranges = fc.array(range, { maxLength: 4 }).filter(areApart);
  const zone = fc.constantFrom(
    'UTC',
    'Europe/Paris',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Asia/Kolkata',
  );
  const first = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }).map((at) => at - (at % MINUTE));

  it('contain whatever begins in them, whole, on the clock of the zone, and in order', () => {
    const week = fc
      .tuple(ranges, ranges)
      .map(([odd, even]) => Object.fromEntries(WEEKDAYS.map((day, at) => [day, at % 2 ? odd : even])));
    const step = fc.constantFrom(5, 15, 30, 45, 60);
    fc.assert(
      fc.property(
        zone,
        week,
        first,
        fc.integer({ min: 1, max: 5 }),
        step,
        step,
        (name, weekly, from, days, length, every) => {
          const open = hours(name, weekly);
          const within = { from, to: from + days * 24 * HOUR };
          const starts = open.starts(within, lengths(length, every));
          expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
          const wide = open.spans({ from: within.from - 24 * HOUR, to: within.to + 24 * HOUR });
          for (const start of starts) {
            expect(start >= within.from && start < within.to).toBe(true);
            const end = start + length * MINUTE;
            expect(wide.some((one) => one.from <= start && one.to >= end)).toBe(true);
            const wall = wallIn(name, start);
            const day = weekly[WEEKDAYS[(dayOf(wall) + 3) % 7] as string] as ClockRange[];
            const isOnStep = day.some(([a, b]) => {
              const past = clockIn(wall) - clockOf(a);
              return past >= 0 && clockIn(wall) < clockOf(b) && past % (every * MINUTE) === 0;
            });
            expect(isOnStep).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are the same however the span is divided', () => {
    fc.assert(
      fc.property(zone, ranges, first, fc.integer({ min: 1, max: 4000 }), (name, day, from, minutes) => {
        const open = hours(name, daily(...day));
        const [middle, to] = [from + minutes * MINUTE, from + 5000 * MINUTE];
        const parts = [
          ...open.starts({ from, to: middle }, lengths(30, 15)),
          ...open.starts({ from: middle, to }, lengths(30, 15)),
        ];
        expect(parts).toEqual(open.starts({ from, to }, lengths(30, 15)));
      }),
      { numRuns: 60 },
    );
  });
});
