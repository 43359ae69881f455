import fc from 'fast-check';
import { type Billable, invoiceLine, linesOf } from '../../../src/apps/timetracking/billing/lines.policy.js';
import {
  amountOf,
  ROUNDING_MINUTES,
  ROUNDING_MODES,
  ROUNDING_SCOPES,
  roundSeconds,
} from '../../../src/apps/timetracking/billing/rounding.policy.js';
import { priced } from '../../../src/apps/kernel/invoices/arithmetic.js';
import { money } from '../../../src/apps/kernel/selling/prices.js';

const minutes = fc.constantFrom(...ROUNDING_MINUTES);
const mode = fc.constantFrom(...ROUNDING_MODES);
const scope = fc.constantFrom(...ROUNDING_SCOPES);
const seconds = fc.integer({ min: 1, max: 86_400 });
const rate = fc.integer({ min: 0, max: 99_999_999 });
const grouping = fc.constantFrom('project', 'task', 'day', 'entry');

const entry = fc
  .record({
    project: fc.integer({ min: 1, max: 3 }),
    task: fc.option(fc.integer({ min: 1, max: 2 })),
    day: fc.integer({ min: 1, max: 3 }),
    seconds,
    rate_minor: fc.oneof(fc.constantFrom(0, 8_000, 9_950), rate),
    rounding_minutes: fc.option(minutes),
    rounding_mode: fc.option(mode),
  })
  .map(({ project, task, day, ...rest }) => ({
    ...rest,
    project_id: `p${project}`,
    project_name: `Project ${project}`,
    task_id: task === null ? null : `t${task}`,
    task_name: task === null ? null : `Task ${task}`,
    local_date: `2026-03-0${day}`,
    description: '',
  }));
const entries = fc
  .array(entry, { minLength: 1, maxLength: 40 })
  .map((all): Billable[] => all.map((one, n) => ({ ...one, id: `e${n}` })));
const call = fc.record({ minutes: fc.option(minutes, { nil: undefined }), mode: fc.option(mode, { nil: undefined }) });
const settings = fc.record({ minutes, mode, scope });

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('rounding', () => {
  it('leaves whole steps, no further away than a step, and zero as it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), minutes, mode, (given, step, how) => {
        const rounded = roundSeconds(given, { minutes: step, mode: how });
        if (!step) return expect(rounded).toBe(given);
        const size = step * 60;
        expect(rounded % size).toBe(0);
        if (how === 'up') expect(rounded - given).toBeGreaterThanOrEqual(0);
        if (how === 'down') expect(given - rounded).toBeGreaterThanOrEqual(0);
        expect(Math.abs(rounded - given)).toBeLessThan(how === 'nearest' ? size / 2 + 1 : size);
        expect(roundSeconds(rounded, { minutes: step, mode: how })).toBe(rounded);
        expect(roundSeconds(0, { minutes: step, mode: how })).toBe(0);
      }),
    );
    expect(roundSeconds(1, { minutes: 15, mode: 'up' })).toBe(900);
    expect(roundSeconds(450, { minutes: 15, mode: 'nearest' })).toBe(900);
    expect(roundSeconds(449, { minutes: 15, mode: 'nearest' })).toBe(0);
  });

  it('has amounts that are exact, half away from zero', () => {
    fc.assert(
      fc.property(seconds, rate, (time, price) => {
        const twice = 2n * BigInt(time) * BigInt(price) - 7_200n * BigInt(amountOf(time, price));
        expect(twice >= -3_600n && twice < 3_600n).toBe(true);
      }),
    );
    expect(amountOf(1_800, 1)).toBe(1);
    expect(amountOf(1_799, 1)).toBe(0);
  });
});

describe('the lines of an invoice', () => {
  it('hold each entry once, and their exact seconds are those of the entries', () => {
    fc.assert(
      fc.property(entries, grouping, call, settings, (all, by, said, set) => {
        const lines = linesOf(all, by, { call: said, settings: set });
        expect(lines.flatMap(({ entry_ids }) => entry_ids).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
        expect(sum(lines.map(({ exact_seconds }) => exact_seconds))).toBe(sum(all.map((one) => one.seconds)));
        for (const line of lines) {
          const own = all.filter(({ id }) => line.entry_ids.includes(id));
          expect(line.exact_seconds).toBe(sum(own.map((one) => one.seconds)));
          expect(own.every(({ rate_minor }) => rate_minor === line.rate_minor)).toBe(true);
          expect(line.amount_minor).toBe(amountOf(line.billed_seconds, line.rate_minor));
        }
      }),
    );
  });

  it('bill what each entry is rounded to, or the sum of the line', () => {
    fc.assert(
      fc.property(entries, grouping, call, settings, (all, by, said, set) => {
        const step = (one: Billable) => ({
          minutes: said.minutes ?? one.rounding_minutes ?? set.minutes,
          mode: said.mode ?? one.rounding_mode ?? set.mode,
        });
        for (const line of linesOf(all, by, { call: said, settings: set })) {
          const own = all.filter(({ id }) => line.entry_ids.includes(id));
          const [first] = own as [Billable];
          expect(new Set(own.map((one) => JSON.stringify(step(one)))).size).toBe(1);
          const each = sum(own.map((one) => roundSeconds(one.seconds, step(one))));
          expect(line.billed_seconds).toBe(
            set.scope === 'entry' ? each : roundSeconds(line.exact_seconds, step(first)),
          );
        }
      }),
    );
  });

  it('cost on the invoice what they cost here', () => {
    fc.assert(
      fc.property(entries, grouping, call, settings, (all, by, said, set) => {
        for (const line of linesOf(all, by, { call: said, settings: set })) {
          const { quantity, unit_price } = invoiceLine(line, 'usd', undefined);
          expect(quantity).toBeGreaterThan(0);
          expect(priced(quantity, Math.round(unit_price * 100))).toBe(line.amount_minor);
          expect(money(line.amount_minor, 'usd')).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
