import { IsNumber, IsString } from 'class-validator';
import { Nested, Nullable } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { InvoiceView } from '../documents/document.views.js';
import { InvoicePayment } from '../entities/invoice-payment.entity.js';

export class PaymentView extends viewOf(InvoicePayment, { without: ['checkout_url', 'expires_at', 'request_key'] }) {}

export class ListedPaymentView extends PaymentView {
  /** Of the invoice. */
  @Nullable() @IsString() number!: string | null;
  @IsString() client_name!: string;
}

/** A payment, and what it made of its invoice. */
export class PaymentResult {
  @Nested(() => PaymentView) payment!: PaymentView;
  @Nested(() => InvoiceView) invoice!: InvoiceView;
}

export class CreditPaymentResult extends PaymentResult {
  /** What the client has left. */
  @IsNumber() client_credit!: number;
}

export const presentPayment = (payment: InvoicePayment): PaymentView => present(PaymentView, payment);
