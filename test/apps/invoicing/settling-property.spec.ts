import fc from 'fast-check';
import type { Account } from '../../support/service.js';
import { MoneyOffice } from './money-office.js';

let office: MoneyOffice;
let owner: Account;

beforeAll(async () => {
  office = await MoneyOffice.start();
  owner = await office.issuer({ partial_payments: true });
});
afterAll(() => office.stop());

const amount = fc.integer({ min: 50, max: 15_000 }).map((minor) => minor / 100);
const invoice = fc.nat(1);
const step = fc.oneof(
  fc.record({ do: fc.constant('record' as const), invoice, amount }),
  fc.record({ do: fc.constant('online' as const), invoice, amount }),
  fc.record({ do: fc.constant('note' as const), invoice, amount }),
  fc.record({ do: fc.constant('spend' as const), invoice, amount: fc.option(amount, { nil: undefined }) }),
  fc.record({ do: fc.constant('reverse' as const), invoice, index: fc.nat(5), amount }),
  fc.record({ do: fc.constant('refund' as const), invoice, index: fc.nat(5), amount }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What is refused changes nothing, so every answer but a failure is right. */
async function take(invoices: any[], pages: string[][], taken: Step): Promise<void> {
  const { id } = invoices[taken.invoice];
  const ask = async (action: string, input: object) =>
    expect([200, 409]).toContain((await office.call(owner, action, { invoice_id: id, ...input })).status);
  const reason = 'Because';
  switch (taken.do) {
    case 'record':
      return ask('record-payment', { amount: taken.amount, method: 'cash' });
    case 'note':
      return ask('create-credit-note', { amount: taken.amount, reason });
    case 'spend':
      return ask('apply-credit', { amount: taken.amount });
    case 'online': {
      // The page was opened before anything was paid.
      const page = pages[taken.invoice]?.pop();
      return page === undefined ? undefined : office.paid(page);
    }
    case 'reverse':
    case 'refund': {
      const { payments } = await office.get(owner, { id });
      const payment = payments[taken.index % (payments.length || 1)];
      if (!payment) return undefined;
      if (payment.method === 'online')
        return office.refund(payment.payment_id, Math.round((payment.reversed + taken.amount) * 100));
      const { status } = await office.call(owner, 'reverse-payment', {
        invoice_payment_id: payment.id,
        reason,
        amount: taken.do === 'reverse' ? taken.amount : undefined,
      });
      return expect([200, 409]).toContain(status);
    }
  }
}

describe('the books of a client', () => {
  it('are sound whatever is paid, credited, spent and given back, also at once', async () => {
    const many = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(many, async (rounds) => {
        await office.rows('DELETE FROM platform.limits');
        const client = await office.client(owner);
        const invoices = [await office.invoice(owner, client, 100), await office.invoice(owner, client, 60)];
        const pages: string[][] = [];
        for (const one of invoices) {
          const asked = [
            await office.page(office.nobody(), one),
            await office.page(office.nobody(), one, { amount: 50 }),
          ];
          pages.push(asked.map(({ body }) => body.payment_id));
        }
        for (const round of rounds) {
          await Promise.all(round.map((taken) => take(invoices, pages, taken)));
          await office.expectSound();
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
});
