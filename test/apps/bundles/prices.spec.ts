import fc from 'fast-check';
import { type Pricing, priceOf, sharesOf } from '../../../src/apps/bundles/offers/price.policy.js';

const minor = fc.integer({ min: 0, max: 99_999_999 });
const items = fc.array(fc.record({ price_minor: minor, owned: fc.boolean() }), { minLength: 1, maxLength: 50 });
const terms = { deduct_owned: fc.boolean(), currency: fc.constantFrom('usd', 'jpy', 'kwd') };
const pricing: fc.Arbitrary<Pricing> = fc.oneof(
  fc.record({
    ...terms,
    pricing: fc.constant('fixed' as const),
    price_minor: minor,
    percent_off_bp: fc.constant(null),
  }),
  fc.record({
    ...terms,
    pricing: fc.constant('percent_off' as const),
    price_minor: fc.constant(null),
    percent_off_bp: fc.integer({ min: 1, max: 10_000 }),
  }),
);
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
const least = (currency: string) => (currency === 'kwd' ? 500 : 50);

describe('the price of a bundle', () => {
  it('is never more than what the buyer does not own, and nothing that the processor would refuse', () => {
    fc.assert(
      fc.property(pricing, items, (bundle, goods) => {
        const { list_minor, owned_minor, amount_minor, discount_minor } = priceOf(bundle, goods);
        const rest = sum(goods.filter(({ owned }) => !owned).map(({ price_minor }) => price_minor));
        expect(list_minor).toBe(sum(goods.map(({ price_minor }) => price_minor)));
        expect(owned_minor).toBe(list_minor - rest);
        expect(Number.isSafeInteger(amount_minor)).toBe(true);
        expect(amount_minor === 0 || amount_minor >= least(bundle.currency)).toBe(true);
        expect(amount_minor).toBeLessThanOrEqual(rest);
        expect(amount_minor + discount_minor).toBe(rest);
      }),
    );
  });

  it('is the exact part of the base that is not owned, rounded down', () => {
    fc.assert(
      fc.property(pricing, items, (bundle, goods) => {
        const list = BigInt(sum(goods.map(({ price_minor }) => price_minor)));
        fc.pre(list > 0n);
        const rest = list - BigInt(sum(goods.filter(({ owned }) => owned).map(({ price_minor }) => price_minor)));
        const off = (list * BigInt(bundle.percent_off_bp ?? 0)) / 10_000n;
        const base = bundle.pricing === 'fixed' ? BigInt(bundle.price_minor as number) : list - off;
        const part = bundle.deduct_owned ? (base * rest) / list : base;
        const capped = part < rest ? part : rest;
        const expected = capped < BigInt(least(bundle.currency)) ? 0n : capped;
        expect(BigInt(priceOf(bundle, goods).amount_minor)).toBe(expected);
      }),
    );
  });

  it('does not rise when the buyer owns more', () => {
    fc.assert(
      fc.property(pricing, items, fc.nat(), (bundle, goods, at) => {
        const more = goods.map((item, index) => (index === at % goods.length ? { ...item, owned: true } : item));
        expect(priceOf(bundle, more).amount_minor).toBeLessThanOrEqual(priceOf(bundle, goods).amount_minor);
      }),
    );
  });
});

describe('the shares of an amount', () => {
  const values = fc.array(minor, { minLength: 1, maxLength: 50 });

  it('add up to the cent, and each is its exact share rounded up or down', () => {
    fc.assert(
      fc.property(minor, values, (amount, each) => {
        fc.pre(sum(each) > 0);
        const shares = sharesOf(amount, each);
        expect(sum(shares)).toBe(amount);
        const total = BigInt(sum(each));
        for (const [at, share] of shares.entries()) {
          const floor = Number((BigInt(amount) * BigInt(each[at] as number)) / total);
          expect([floor, floor + 1]).toContain(share);
        }
      }),
    );
  });

  it('never give a unit to a smaller remainder before a larger one', () => {
    fc.assert(
      fc.property(minor, values, (amount, each) => {
        fc.pre(sum(each) > 0);
        const total = BigInt(sum(each));
        const parts = sharesOf(amount, each).map((share, at) => {
          const product = BigInt(amount) * BigInt(each[at] as number);
          return { isUp: BigInt(share) > product / total, remainder: product % total };
        });
        const up = parts.filter(({ isUp }) => isUp).map(({ remainder }) => remainder);
        const down = parts.filter(({ isUp }) => !isUp).map(({ remainder }) => remainder);
        for (const high of up) for (const low of down) expect(high >= low).toBe(true);
      }),
    );
  });

  it('are nothing where nothing has a value', () => {
    expect(sharesOf(0, [0, 0])).toEqual([0, 0]);
    expect(sharesOf(100, [])).toEqual([]);
  });
});
