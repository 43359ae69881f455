import fc from 'fast-check';
import {
  dayInZone,
  daysLater,
  PERIOD_UNITS,
  periodDay,
  periodDays,
  periodEnd,
  periodsBefore,
} from '../../src/apps/kernel/calendar/periods.js';

const MONTHLY = { every: 1, unit: 'month' } as const;
const day = fc.integer({ min: 0, max: 36_000 }).map((days) => daysLater('2000-01-01', days));
const period = fc.record({ every: fc.integer({ min: 1, max: 12 }), unit: fc.constantFrom(...PERIOD_UNITS) });

describe('the days of a period', () => {
  it('are at the end of a short month, and on their own day again after it', () => {
    expect(periodDays('2026-01-31', MONTHLY, '2026-01-31', 4)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
  });

  it('know leap years', () => {
    const yearly = { every: 1, unit: 'year' } as const;
    expect(periodDays('2024-02-29', yearly, '2024-02-29', 5).map((text) => text.slice(2))).toEqual([
      '24-02-29',
      '25-02-28',
      '26-02-28',
      '27-02-28',
      '28-02-29',
    ]);
    expect(periodDay('2027-11-30', { every: 1, unit: 'quarter' }, 1)).toBe('2028-02-29');
  });

  it('stop at the last day', () => {
    const weekly = { every: 2, unit: 'week' } as const;
    expect(periodDays('2026-01-01', weekly, '2026-01-02', 3, '2026-01-29')).toEqual(['2026-01-15', '2026-01-29']);
  });

  it('end the day before the next one begins', () => {
    expect(periodEnd('2026-01-31', MONTHLY, '2026-01-31')).toBe('2026-02-27');
    expect(periodEnd('2026-01-31', MONTHLY, '2026-02-28')).toBe('2026-03-30');
  });

  it('grow, and are found again by their number', () => {
    fc.assert(
      fc.property(day, period, fc.integer({ min: 0, max: 60 }), (start, rule, count) => {
        const at = periodDay(start, rule, count);
        expect(periodDay(start, rule, count + 1) > at).toBe(true);
        expect(periodsBefore(start, rule, at)).toBe(count);
        expect(periodsBefore(start, rule, daysLater(at, 1))).toBe(count + 1);
      }),
    );
  });

  it('are no text that is no day', () => {
    expect(() => periodDay('2026-02-30', MONTHLY, 1)).toThrow('2026-02-30 is no day');
  });
});

describe('the day of a zone', () => {
  it('changes at its own midnight, also on days when the clocks change', () => {
    const zone = 'America/New_York';
    expect(dayInZone(zone, Date.parse('2026-03-08T04:59:59Z'))).toBe('2026-03-07');
    expect(dayInZone(zone, Date.parse('2026-03-08T05:00:00Z'))).toBe('2026-03-08');
    expect(dayInZone(zone, Date.parse('2026-03-09T03:59:59Z'))).toBe('2026-03-08');
    expect(dayInZone(zone, Date.parse('2026-11-02T04:59:59Z'))).toBe('2026-11-01');
    expect(dayInZone('Pacific/Kiritimati', Date.parse('2026-01-01T10:00:00Z'))).toBe('2026-01-02');
  });
});
