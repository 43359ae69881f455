import fc from 'fast-check';
import { nextRunAt, scheduleProblem } from '../../../src/apps/workflows/schedules/schedule.policy.js';

const next = (cron: string, zone: string, now: string) => nextRunAt({ cron }, zone, new Date(now))?.toISOString();

it.each([
  ['*/15 * * * *', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:15:00.000Z'],
  ['0 9 * * MON', 'Europe/Berlin', '2026-07-01T00:00:00Z', '2026-07-06T07:00:00.000Z'],
  // 02:30 does not exist on 29 March: the clock goes from 02:00 to 03:00.
  ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['30 2 * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-30T00:30:00.000Z'],
  // 02:30 is there twice on 25 October.
  ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ['*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:00:00.000Z'],
  ['30 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', '2026-03-08T07:00:00.000Z'],
  ['30 2 * * *', 'America/New_York', '2026-03-08T07:00:00Z', '2026-03-09T06:30:00.000Z'],
  ['30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', '2026-11-01T05:30:00.000Z'],
  ['30 1 * * *', 'America/New_York', '2026-11-01T05:30:00Z', '2026-11-02T06:30:00.000Z'],
  // The clock shows 01:10 for the second time.
  ['30 1 * * *', 'America/New_York', '2026-11-01T06:10:00Z', '2026-11-02T06:30:00.000Z'],
  ['0 * * * *', 'America/New_York', '2026-11-01T05:00:00Z', '2026-11-01T07:00:00.000Z'],
  // Midnight itself is skipped.
  ['0 0 * * *', 'America/Santiago', '2026-09-05T12:00:00Z', '2026-09-06T04:00:00.000Z'],
  // Half an hour is shown twice here.
  ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00:00Z', '2026-04-04T14:45:00.000Z'],
  ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z', '2026-04-05T15:15:00.000Z'],
  // Only half an hour is skipped here.
  ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', '2026-10-03T15:30:00.000Z'],
  // A whole day was skipped.
  ['0 12 30 12 *', 'Pacific/Apia', '2011-12-29T12:00:00Z', '2011-12-30T10:00:00.000Z'],
  // 02:58 runs at the shift, so that 03:02 would be too close.
  ['58 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['2,32 * * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T01:32:00.000Z'],
])('%s in %s after %s is %s', (cron, zone, now, expected) => {
  expect(next(cron, zone, now)).toBe(expected);
});

it('counts every so many minutes from fixed times', () => {
  const at = (now: string) => nextRunAt({ every_minutes: 15 }, 'UTC', new Date(now))?.toISOString();
  expect(at('2026-01-01T00:00:00Z')).toBe('2026-01-01T00:15:00.000Z');
  expect(at('2026-01-01T00:14:59.999Z')).toBe('2026-01-01T00:15:00.000Z');
});

it.each([
  ['* * * * *', 'Must be at least 5 minutes apart'],
  ['58,1 * * * *', 'Must be at least 5 minutes apart'],
  ['0 0 30 2 *', 'Never runs'],
  ['61 * * * *', 'Is no schedule'],
  ['@daily', 'Must have five fields: minute, hour, day, month, weekday'],
  ['0 0 0 * * *', 'Must have five fields: minute, hour, day, month, weekday'],
  ['*/5 * * * *', undefined],
  ['0 0 29 2 *', undefined],
  ['58,3 * * * *', undefined],
])('%s: %s', (cron, problem) => {
  expect(scheduleProblem(cron)).toBe(problem);
});

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
];
const PATTERNS = [
  '*/5 * * * *',
  '30 2 * * *',
  '2,32 * * * *',
  '58 1,2 * * *',
  '0 0 * * *',
  '15 1-3 * * 0',
  '0 0 1 * *',
];

it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Africa/Casablanca'])(
  'runs once on each day of a year in %s, whatever its clock does',
  (zone) => {
    const dayOf = new Intl.DateTimeFormat('sv', { timeZone: zone });
    for (const cron of ['0 0 * * *', '45 1 * * *', '15 2 * * *', '30 2 * * *', '0 3 * * *']) {
      const days: string[] = [];
      let now = new Date('2026-01-01T00:00:00Z');
      while (days.length < 365) {
        now = nextRunAt({ cron }, zone, now) as Date;
        days.push(dayOf.format(now));
      }
      const first = Date.parse(days[0] as string);
      expect(days).toEqual(days.map((_, n) => new Date(first + n * 86_400_000).toISOString().slice(0, 10)));
    }
  },
);

it('is always ahead, never closer than five minutes, and misses nothing between', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.constantFrom(...PATTERNS),
      fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 1000 }),
      (zone, cron, now, part) => {
        const first = nextRunAt({ cron }, zone, now) as Date;
        const second = nextRunAt({ cron }, zone, first) as Date;
        expect(first.getTime()).toBeGreaterThan(now.getTime());
        expect(second.getTime() - first.getTime()).toBeGreaterThanOrEqual(5 * 60_000);
        const between = new Date(now.getTime() + ((first.getTime() - 1 - now.getTime()) * part) / 1000);
        expect(nextRunAt({ cron }, zone, between)).toEqual(first);
      },
    ),
    { numRuns: 500 },
  );
});
