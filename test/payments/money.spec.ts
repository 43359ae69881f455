import fc from 'fast-check';
import { decimal, feeOf, isCurrency, minorUnits, USD } from '../../src/platform/money/money.js';

const SCALES: [currency: string, scale: number][] = [
  ['usd', 2],
  ['eur', 2],
  ['jpy', 0],
  ['krw', 0],
  ['kwd', 3],
  ['bhd', 3],
];
/** All amounts that a caller may send, and much larger ones. */
const minor = fc.bigInt({ min: 0n, max: 10n ** 13n });
const scaled = fc.constantFrom(...SCALES);

describe('minor units', () => {
  it.each([
    [4.35, 'usd', 435n],
    [1.005, 'usd', undefined],
    [0.29, 'usd', 29n],
    [1.15, 'usd', 115n],
    [999_999.99, 'usd', 99_999_999n],
    [0.01, 'usd', 1n],
    [5, 'usd', 500n],
    [0.001, 'usd', undefined],
    [500, 'jpy', 500n],
    [500.5, 'jpy', undefined],
    [1.234, 'kwd', 1234n],
    [0.001, 'kwd', 1n],
    [1.2345, 'kwd', undefined],
    [-1, 'usd', undefined],
    [NaN, 'usd', undefined],
    [Infinity, 'usd', undefined],
    [1e21, 'usd', undefined],
    [1e-7, 'kwd', undefined],
  ])('of %d %s are %s', (amount, currency, expected) => {
    expect(minorUnits(amount, currency)).toBe(expected);
  });

  it('and back are the same, for every amount and every scale', () => {
    fc.assert(
      fc.property(minor, scaled, (units, [currency]) => {
        expect(minorUnits(decimal(units, currency), currency)).toBe(units);
      }),
      { numRuns: 2000 },
    );
  });

  it('are those of the decimal text that a caller writes', () => {
    fc.assert(
      fc.property(minor, scaled, (units, [currency, scale]) => {
        const digits = String(units).padStart(scale + 1, '0');
        const text = scale ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits;
        expect(minorUnits(JSON.parse(text), currency)).toBe(units);
        expect(decimal(units, currency)).toBe(Number(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('are none where there are more decimals than the currency has', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), scaled, (units, [currency, scale]) => {
        const digits = String(units * 10n + 1n).padStart(scale + 2, '0');
        const finer = Number(`${digits.slice(0, -(scale + 1))}.${digits.slice(-(scale + 1))}`);
        expect(minorUnits(finer, currency)).toBeUndefined();
      }),
    );
  });

  it('of money that leaves are shown with their sign', () => {
    fc.assert(
      fc.property(minor, scaled, (units, [currency]) => {
        expect(decimal(-units, currency)).toBe(units ? -decimal(units, currency) : 0);
      }),
    );
    expect(decimal(-435n)).toBe(-4.35);
  });

  it('add up as the amounts do on paper', () => {
    const sum = [0.1, 0.2, 0.7].reduce((all, part) => all + (minorUnits(part, USD) as bigint), 0n);
    expect(decimal(sum)).toBe(1);
  });
});

describe('a fee', () => {
  it.each([
    [1000n, 1000, 100n],
    [5n, 1000, 1n],
    [4n, 1000, 0n],
    [15n, 1000, 2n],
    [14n, 1000, 1n],
    [1n, 5000, 1n],
    [1n, 4999, 0n],
    [333n, 250, 8n],
    [1n, 10_000, 1n],
    [0n, 10_000, 0n],
  ])('of %s at %d hundredths of a percent is %s', (amount, basisPoints, fee) => {
    expect(feeOf(amount, basisPoints)).toBe(fee);
  });

  it('is within half a unit of the exact part, half up, and between nothing and the whole', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const fee = feeOf(amount, basisPoints);
        const exact = amount * BigInt(basisPoints);
        expect(fee >= 0n && fee <= amount).toBe(true);
        const above = fee * 10_000n - exact;
        expect(above > -5_000n && above <= 5_000n).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is nothing at 0 percent, and the whole at 100 percent and beyond', () => {
    fc.assert(
      fc.property(minor, (amount) => {
        expect(feeOf(amount, 0)).toBe(0n);
        expect(feeOf(amount, 10_000)).toBe(amount);
        expect(feeOf(amount, 25_000)).toBe(amount);
      }),
    );
  });
});

describe('a currency', () => {
  it.each(['usd', 'eur', 'jpy', 'kwd', 'gbp'])('%s is one', (code) => expect(isCurrency(code)).toBe(true));
  it.each(['USD', 'us', 'usdx', 'zzz', '', 'constructor', '__proto__'])('%j is none', (code) =>
    expect(isCurrency(code)).toBe(false),
  );
});
