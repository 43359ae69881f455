import fc from 'fast-check';
import { discountOf, pricesOf } from '../../../src/apps/events/orders/pricing.policy.js';
import { newTicketCode, TICKET_CODE, typedCode } from '../../../src/apps/events/orders/ticket-code.js';
import { leastPayment } from '../../../src/platform/money/money.js';

const price = fc.integer({ min: 0, max: 99_999_999 });
const percent = fc.integer({ min: 1, max: 100 }).map((percent_off) => ({ percent_off, amount_off_minor: null }));
const amount = fc.integer({ min: 1, max: 99_999_999 }).map((off) => ({ percent_off: null, amount_off_minor: off }));

it('a discount is never more than the price, and exact to half a minor unit', () => {
  fc.assert(
    fc.property(price, percent, (whole, code) => {
      const off = discountOf(whole, code);
      const doubled = 2n * (BigInt(off) * 100n - BigInt(whole) * BigInt(code.percent_off));
      // Half up: the difference lies above minus a half, and at most at a half.
      expect(Number.isInteger(off) && off >= 0 && off <= whole && doubled > -100n && doubled <= 100n).toBe(true);
    }),
  );
  fc.assert(
    fc.property(price, amount, (whole, code) => {
      expect(discountOf(whole, code)).toBe(Math.min(whole, code.amount_off_minor));
    }),
  );
});

it.each([
  [1005, 10, 101],
  [1004, 10, 100],
  [1, 50, 1],
  [1, 49, 0],
  [333, 100, 333],
])('of %d minor units %d percent are %d', (whole, percent_off, off) => {
  expect(discountOf(whole, { percent_off, amount_off_minor: null })).toBe(off);
});

it('the parts of an order add up, and what is paid is nothing or enough', () => {
  const types = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), price_minor: price }), {
    minLength: 1,
    maxLength: 50,
  });
  const reduction = fc.tuple(fc.oneof(percent, amount), fc.option(fc.subarray(['a', 'b', 'c']))).map(([code, ids]) => ({
    ...code,
    ticket_type_ids: ids,
  }));
  fc.assert(
    fc.property(types, fc.option(reduction, { nil: undefined }), (all, code) => {
      const { seats, subtotal, discount, total } = pricesOf(all, 'usd', code);
      expect(seats.reduce((sum, one) => sum + one, 0)).toBe(total);
      expect(subtotal - discount).toBe(total);
      expect(seats.every((one, at) => one >= 0 && one <= (all[at]?.price_minor as number))).toBe(true);
      expect(total === 0 || total >= leastPayment('usd')).toBe(true);
    }),
  );
});

it('codes of tickets are 16 letters, as somebody types them too', () => {
  const codes = Array.from({ length: 1000 }, newTicketCode);
  expect(new Set(codes).size).toBe(1000);
  expect(codes.filter((code) => !TICKET_CODE.test(code) || typedCode(code.toLowerCase()) !== code)).toEqual([]);
  expect(typedCode('7q4m-9xk2 botv-rh6c')).toBe('7Q4M9XK2B0TVRH6C');
});
