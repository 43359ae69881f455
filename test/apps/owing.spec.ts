import fc from 'fast-check';
import { dueAfterRefund, dueWith } from '../../src/apps/kernel/selling/owing.js';
import { byCurrency } from '../../src/apps/kernel/stats/figures.js';

const NOTHING = { total_minor: 1000, refunded_minor: 0, refund_due_minor: 0 };

type Order = typeof NOTHING;

const owing = (order: Order, minor: number): Order => ({ ...order, refund_due_minor: dueWith(order, minor) });
const refunded = (order: Order, refunded_minor: number): Order => ({
  ...order,
  refunded_minor,
  refund_due_minor: dueAfterRefund(order, refunded_minor),
});

describe('what a seller owes', () => {
  it('grows by each cancelled seat, up to the whole total', () => {
    const seats = Array.from({ length: 20 }, () => 90);
    expect(seats.reduce(owing, NOTHING)).toMatchObject({ refund_due_minor: 1000, refunded_minor: 0 });
  });

  it('is paid by refunds, in parts and as a whole', () => {
    const first = refunded(owing(NOTHING, 400), 300);
    expect(first).toMatchObject({ refund_due_minor: 100, refunded_minor: 300 });
    const second = refunded(first, 600);
    expect(second).toMatchObject({ refund_due_minor: 0, refunded_minor: 600 });
    const third = owing(second, 900);
    expect(third).toMatchObject({ refund_due_minor: 400 });
    expect(refunded(third, 1000)).toMatchObject({ refund_due_minor: 0 });
  });

  it('is never below zero, nor above what is left', () => {
    const steps = fc.array(fc.record({ owes: fc.boolean(), minor: fc.integer({ min: 0, max: 400 }) }));
    fc.assert(
      fc.property(steps, (all) => {
        let order = NOTHING;
        for (const { owes, minor } of all) {
          order = owes ? owing(order, minor) : refunded(order, Math.min(1000, order.refunded_minor + minor));
          expect(order.refund_due_minor).toBeGreaterThanOrEqual(0);
          expect(order.refund_due_minor + order.refunded_minor).toBeLessThanOrEqual(1000);
        }
      }),
    );
  });

  it('is summed by currency', () => {
    const rows = [
      { currency: 'jpy', due: 500 },
      { currency: 'usd', due: 1250 },
    ];
    expect(byCurrency(rows, 'due')).toEqual({ jpy: 500, usd: 12.5 });
  });
});
