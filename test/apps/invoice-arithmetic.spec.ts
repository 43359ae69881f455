import fc from 'fast-check';
import {
  creditLines,
  lineAmount,
  percentOf,
  priced,
  roundedQuotient,
  spread,
  taxOn,
  taxWithin,
  tenThousandths,
  totalsOf,
} from '../../src/apps/kernel/invoices/arithmetic.js';

const minor = fc.integer({ min: -10_000_000, max: 10_000_000 });
const positive = fc.integer({ min: 0, max: 10_000_000 });
const rate = fc.constantFrom(0, 50_000, 70_000, 81_000, 190_000, 200_000, 1_000_000);
const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

const line = fc
  .record({ amount: positive, rate_ppm: rate })
  .map((drawn) => ({ ...drawn, tax_name: `${drawn.rate_ppm}` }));
const lines = fc.array(line, { minLength: 1, maxLength: 30 });
const discount = fc.option(
  fc.integer({ min: 0, max: 1_000_000 }).map((parts) => ({ percent: parts / 10_000 })),
  {
    nil: undefined,
  },
);

describe('rounding', () => {
  it('is half away from zero', () => {
    expect([5n, -5n, 4n, -4n, 15n, -15n].map((value) => roundedQuotient(value, 10n))).toEqual([
      1n,
      -1n,
      0n,
      0n,
      2n,
      -2n,
    ]);
  });

  it('is of the exact product', () => {
    expect(priced(1.005, 100)).toBe(101);
    expect(priced(12.5, 8000)).toBe(100_000);
    expect(priced(0.3333, 10_000)).toBe(3333);
    expect(priced(-1.5, 101)).toBe(-152);
    expect(lineAmount(3, 333, 33.3333)).toBe(999 - 333);
    expect(percentOf(1, 50)).toBe(1);
  });

  it('reads at most four decimals', () => {
    expect([1.2345, -0.5, 7].map(tenThousandths)).toEqual([12_345n, -5000n, 70_000n]);
    expect(tenThousandths(0.00001)).toBeUndefined();
    expect(tenThousandths(1e-7)).toBeUndefined();
    expect(() => priced(0.00001, 1)).toThrow('more than four decimals');
  });
});

describe('spreading', () => {
  it('gives away all of the amount, and no part is a unit off', () => {
    fc.assert(
      fc.property(minor, fc.array(positive, { minLength: 1, maxLength: 50 }), (amount, weights) => {
        const sum = sumOf(weights);
        fc.pre(sum > 0);
        const parts = spread(amount, weights);
        expect(sumOf(parts)).toBe(amount);
        for (const [index, part] of parts.entries()) {
          const error = BigInt(part) * BigInt(sum) - BigInt(amount) * BigInt(weights[index] ?? 0);
          expect(error < BigInt(sum) && -error < BigInt(sum)).toBe(true);
        }
      }),
    );
  });

  it('gives the odd unit to the first of equals', () => {
    expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(spread(0, [0, 0])).toEqual([0, 0]);
    expect(() => spread(1, [0])).toThrow('without a sum');
  });
});

describe('tax', () => {
  it('is on the sum of a rate and not on each line', () => {
    const cents = Array.from({ length: 10 }, () => ({ amount: 3, tax_name: 'VAT', rate_ppm: 190_000 }));
    expect(totalsOf(cents, undefined, false)).toEqual({
      subtotal: 30,
      discount: 0,
      tax: 6,
      total: 36,
      tax_lines: [{ name: 'VAT', rate_ppm: 190_000, net: 30, tax: 6 }],
    });
  });

  it('on top and within agree to a unit', () => {
    fc.assert(
      fc.property(positive, rate, (net, ppm) => {
        const tax = taxOn(net, ppm);
        expect(taxWithin(net + tax, ppm)).toBe(tax);
      }),
    );
  });

  it('is of the currency unit: 19 % within 119', () => {
    expect(taxWithin(119, 190_000)).toBe(19);
    expect(taxOn(100_000, 190_000)).toBe(19_000);
    expect(taxOn(-50, 190_000)).toBe(-10);
  });
});

describe('a document', () => {
  it('comes to its net sums and taxes, whatever the discount', () => {
    fc.assert(
      fc.property(lines, discount, fc.boolean(), (given, reduction, includes) => {
        const totals = totalsOf(given, reduction, includes);
        if (!totals) throw new Error('No lines below zero were given');
        const { subtotal, tax, total, tax_lines } = totals;
        expect(total).toBe(sumOf(tax_lines.map((of) => of.net + of.tax)));
        expect(tax).toBe(sumOf(tax_lines.map((of) => of.tax)));
        expect(subtotal - totals.discount).toBe(includes ? total : total - tax);
        expect(total).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('does not depend on the order of its lines, apart from the odd units of a discount', () => {
    fc.assert(
      fc.property(lines, (given) => {
        const [one, other] = [totalsOf(given, undefined, false), totalsOf(given.toReversed(), undefined, false)];
        expect(one?.total).toBe(other?.total);
      }),
    );
  });

  it('is not below zero', () => {
    expect(totalsOf([{ amount: 100, tax_name: null, rate_ppm: 0 }], { minor: 101 }, false)).toBeUndefined();
    expect(totalsOf([{ amount: -1, tax_name: null, rate_ppm: 0 }], undefined, false)).toBeUndefined();
    expect(totalsOf([{ amount: 100, tax_name: null, rate_ppm: 0 }], { percent: 100 }, false)?.total).toBe(0);
  });

  it('is credited over its rates, to the last unit', () => {
    fc.assert(
      fc.property(lines, fc.double({ min: 0, max: 1, noNaN: true }), (given, part) => {
        const totals = totalsOf(given, undefined, false);
        fc.pre(totals !== undefined && totals.total > 0);
        const gross = Math.floor((totals?.total ?? 0) * part);
        const credited = creditLines(gross, totals?.tax_lines ?? []);
        expect(sumOf(credited.map(({ net, tax }) => net + tax))).toBe(gross);
      }),
    );
  });
});
