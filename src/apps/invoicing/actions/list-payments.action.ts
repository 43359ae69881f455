import { IsIn, IsNumber, IsString } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Day, ListOf, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { money } from '../../kernel/selling/prices.js';
import { METHODS, PAYMENT_STATUSES } from '../entities/invoice-payment.entity.js';
import { PaymentListRepository } from '../payments/payment-list.repository.js';
import { ListedPaymentView, presentPayment } from '../payments/payment.views.js';

class Input extends Page {
  @Optional() @Uuid() client_id?: string;
  @Optional() @Uuid() invoice_id?: string;
  @Optional() @IsIn(METHODS) method?: (typeof METHODS)[number];
  /** `pending`: a page that was opened and is not paid. */
  @Optional() @IsIn(PAYMENT_STATUSES) status?: (typeof PAYMENT_STATUSES)[number];
  /** Of the day of the payment. */
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
}

class PaymentTotalsView {
  @IsString() currency!: string;
  @IsNumber() total!: number;
  /** What was given back of it. */
  @IsNumber() reversed!: number;
}

class Result extends pageOf('payments', () => ListedPaymentView) {
  /** Over all payments of the filter, by currency. */
  @ListOf(() => PaymentTotalsView) totals!: PaymentTotalsView[];
}

@Action('list-payments', {
  access: 'authenticated',
  description: 'The own payments, the last day first, and what all of them come to.',
  input: Input,
  result: Result,
})
export class ListPayments {
  constructor(private readonly lists: PaymentListRepository) {}

  async run({ input, caller: { id } }: Call<Input>): Promise<Result> {
    const { cursor, limit, status = 'completed', ...filters } = input;
    const [page, totals] = await Promise.all([
      this.lists.page(id, status, filters, pageQuery({ cursor, limit })),
      this.lists.totals(id, status, filters),
    ]);
    return {
      payments: page.rows.map((row) => {
        return { ...presentPayment(row), number: row.number, client_name: row.client_name };
      }),
      next_cursor: page.next_cursor,
      totals: totals.map(({ currency, amount_minor, reversed_minor }) => ({
        currency,
        total: money(amount_minor, currency),
        reversed: money(reversed_minor, currency),
      })),
    };
  }
}
