import { present, viewOf } from '../../kernel/rows/view.js';
import { InvoicePayment } from '../entities/invoice-payment.entity.js';

export class PaymentView extends viewOf(InvoicePayment, { without: ['checkout_url', 'expires_at', 'request_key'] }) {}

export const presentPayment = (payment: InvoicePayment): PaymentView => present(PaymentView, payment);
