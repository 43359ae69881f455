import { dayIn, daysIn } from '../../../src/apps/live-sessions/schedules/open-slots.js';
import { DAY, HOUR } from '../../../src/apps/kernel/calendar/wall-clock.js';
import { quickest } from '../../support/clock.js';

const YEAR = Array.from({ length: 366 * 24 }, (_, n) => Date.UTC(2030, 11, 1) + n * HOUR);

it.each(['UTC', 'Europe/Berlin', 'America/Santiago', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
  'the days of many instants are those of each of them in %s, where clocks change and do not',
  (zone) => {
    expect(YEAR.map(daysIn(zone))).toEqual(YEAR.map((instant) => dayIn(zone, instant)));
    const mixed = YEAR.filter((_, n) => n % 50 === 0).toReversed();
    expect(mixed.map(daysIn(zone))).toEqual(mixed.map((instant) => dayIn(zone, instant)));
  },
);

it('asks the zone once for each day: a month of slots takes a small part of the time', () => {
  const month = YEAR.filter((instant) => instant < (YEAR[0] as number) + 31 * DAY);
  const each = quickest(0, () => month.map((instant) => dayIn('Europe/Berlin', instant)));
  expect(quickest(each / 3, () => month.map(daysIn('Europe/Berlin')))).toBeLessThan(each / 3);
});
