import fc from 'fast-check';
import { amountsOf, creditOf } from '../../../src/apps/subscriptions/billing/amount.policy.js';
import { comparePerDay, endOfPeriod, firstStartFrom } from '../../../src/apps/subscriptions/billing/period.policy.js';

const MONTH = { interval: 'month', interval_count: 1 } as const;
const at = (text: string) => new Date(`${text}T10:05:00.000Z`);
const text = (moment: Date) => moment.toISOString().slice(0, 10);

const cycles = fc.record({
  interval: fc.constantFrom('week' as const, 'month' as const, 'year' as const),
  interval_count: fc.integer({ min: 1, max: 12 }),
});
const moments = fc.date({ min: at('2024-01-01'), max: at('2034-12-31'), noInvalidDate: true });
const prices = fc.integer({ min: 0, max: 10_000_000 });

describe('periods', () => {
  it('go by the calendar: 31 January, 28 February, 31 March', () => {
    const ends = [at('2026-01-31')];
    for (let month = 0; month < 4; month++) ends.push(endOfPeriod(ends.at(-1) as Date, MONTH, 31));
    expect(ends.map(text)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
    expect(text(endOfPeriod(at('2028-02-29'), { interval: 'year', interval_count: 1 }, 29))).toBe('2029-02-28');
    expect(text(endOfPeriod(at('2026-11-30'), { interval: 'month', interval_count: 3 }, 30))).toBe('2027-02-28');
  });

  it('come back to their day, at the same time of day (property)', () => {
    fc.assert(
      fc.property(moments, cycles, (start, cycle) => {
        const anchor = start.getUTCDate();
        let moment = start;
        for (let count = 0; count < 24; count++) {
          const end = endOfPeriod(moment, cycle, anchor);
          expect(+end).toBeGreaterThan(+moment);
          expect(end.toISOString().slice(10)).toBe(start.toISOString().slice(10));
          if (cycle.interval !== 'week') {
            const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
            expect(end.getUTCDate()).toBe(Math.min(anchor, last));
          }
          moment = end;
        }
      }),
      { numRuns: 30 },
    );
  });

  it('of another price begin with a renewal, not before its time (property)', () => {
    fc.assert(
      fc.property(moments, cycles, fc.integer({ min: 0, max: 100 }), (start, cycle, days) => {
        const earliest = new Date(+start + days * 86_400_000);
        const first = firstStartFrom(start, cycle, start.getUTCDate(), earliest);
        expect(+first).toBeGreaterThanOrEqual(+earliest);
      }),
      { numRuns: 50 },
    );
  });
});

describe('amounts', () => {
  it('take the coupon and then the credit off, and ask for no sum that is too small (property)', () => {
    const reductions = fc.oneof(
      fc.constant(undefined),
      fc.record({ percent_bp: fc.integer({ min: 1, max: 10_000 }), amount_minor: fc.constant(null) }),
      fc.record({ percent_bp: fc.constant(null), amount_minor: prices }),
    );
    fc.assert(
      fc.property(prices, reductions, prices, (price, reduction, credit) => {
        const { list_minor, discount_minor, credit_minor, amount_minor } = amountsOf(price, 'usd', reduction, credit);
        const left = list_minor - discount_minor - credit_minor;
        expect(list_minor).toBe(price);
        expect(Math.min(discount_minor, credit_minor, left)).toBeGreaterThanOrEqual(0);
        expect(credit_minor).toBeLessThanOrEqual(credit);
        expect(amount_minor).toBe(left < 50 ? 0 : left);
      }),
    );
  });
});

describe('the credit of unused time', () => {
  const charge = { credit_minor: 0, refunded_minor: 0, credited_at: null };

  it('is the share of what was paid, rounded down', () => {
    const paid = { ...charge, amount_minor: 1000, period_start: at('2026-03-01'), period_end: at('2026-04-01') };
    expect(creditOf([paid], at('2026-03-16'))).toBe(516);
    expect(creditOf([{ ...paid, refunded_minor: 500 }], at('2026-03-16'))).toBe(258);
    expect(creditOf([{ ...paid, credited_at: at('2026-03-02') }], at('2026-03-16'))).toBe(0);
    expect(creditOf([paid], at('2026-05-01'))).toBe(0);
  });

  it('is never more than was paid, and never grows (property)', () => {
    const shares = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(moments, cycles, prices, prices, shares, (start, cycle, amount, credit, share) => {
        const period_end = endOfPeriod(start, cycle, start.getUTCDate());
        const paid = { ...charge, amount_minor: amount, credit_minor: credit, period_start: start, period_end };
        const moment = new Date(+start + Math.floor((+period_end - +start) * share));
        const worth = creditOf([paid], moment);
        expect(worth).toBeLessThanOrEqual(amount + credit);
        expect(worth).toBeGreaterThanOrEqual(creditOf([paid], new Date(+moment + 3_600_000)));
        expect(creditOf([paid], start)).toBe(amount + credit);
      }),
    );
  });
});

it('prices are compared by the day, without a division', () => {
  const plan = (price_minor: number, interval: 'week' | 'month' | 'year', interval_count = 1) => ({
    price_minor,
    interval,
    interval_count,
  });
  expect(comparePerDay(plan(700, 'week'), plan(3000, 'month'))).toBe(0);
  expect(comparePerDay(plan(36_499, 'year'), plan(3000, 'month'))).toBe(-1);
  expect(comparePerDay(plan(3001, 'month'), plan(9000, 'month', 3))).toBe(1);
});
