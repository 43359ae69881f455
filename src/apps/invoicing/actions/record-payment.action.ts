import { IsIn } from 'class-validator';
import { Chars, Day, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { minorOf } from '../../kernel/selling/prices.js';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { INVOICE, type InvoiceDocument } from '../entities/document.entity.js';
import { type InvoicePayment, METHODS } from '../entities/invoice-payment.entity.js';
import { dueOfOpen, EXCEEDS_DUE, NOT_OPEN } from '../payments/open-invoice.policy.js';
import { NOT_ABOVE_0, PaidAmount } from '../payments/payment.fields.js';
import { InvoicePaymentRepository } from '../payments/payment.repository.js';
import { PaymentResult, presentPayment } from '../payments/payment.views.js';
import { SettlementService } from '../payments/settlement.service.js';

/** `online` and `credit` have actions of their own. */
const BY_HAND = METHODS.filter((method) => method !== 'online' && method !== 'credit');

class Input {
  @Uuid() invoice_id!: string;
  @PaidAmount() amount!: number;
  @IsIn(BY_HAND) method!: (typeof BY_HAND)[number];
  /** Today unless it is given. */
  @Optional() @Day() paid_on?: string;
  @Optional() @Written(0, 120) reference?: string;
  @Optional() @Written(0, 2000) note?: string;
  /** The same again answers the payment that it made first. */
  @Optional() @Chars(1, 120) request_key?: string;
}

@Action('record-payment', {
  access: 'owner',
  target: INVOICE,
  changes: true,
  description: 'Records a payment of an issued invoice that came by another way than its page, also in parts.',
  input: Input,
  result: PaymentResult,
  refuses: { 400: [NOT_ABOVE_0], 409: [EXCEEDS_DUE, NOT_OPEN] },
})
export class RecordPayment {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly payments: InvoicePaymentRepository,
    private readonly settlement: SettlementService,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ input, target, caller }: Call<Input, InvoiceDocument>): Promise<PaymentResult> {
    const { request_key } = input;
    const { owner_id } = target;
    const known = request_key === undefined ? undefined : await this.payments.byRequest(owner_id, request_key);
    if (known) return this.answer(known, await this.documents.the({ id: known.document_id }, 'Invoice'));
    const due = dueOfOpen(target);
    const values = { ...this.columnsOf(input, target, due), ...(await this.dayOf(input, owner_id)) };
    const account = await this.settlement.withClient(target);
    const payment = await this.payments.insertIfAbsent(values);
    if (!payment) {
      // Another call with this key, for another invoice, came first.
      const first = (await this.payments.byRequest(owner_id, request_key as string)) as InvoicePayment;
      return this.answer(first, await this.documents.the({ id: first.document_id }, 'Invoice'));
    }
    return this.answer(payment, (await this.settlement.take(account, payment, caller.id)).document);
  }

  private columnsOf({ amount, method, reference, note, request_key }: Input, target: InvoiceDocument, due: number) {
    const { id, owner_id, client_id, currency } = target;
    const amount_minor = minorOf('amount', amount, currency);
    if (amount_minor > due) throw new Refusal(409, EXCEEDS_DUE);
    const status = 'completed' as const;
    return {
      document_id: id,
      owner_id,
      client_id,
      currency,
      amount_minor,
      method,
      reference,
      note,
      request_key,
      status,
    };
  }

  private async dayOf({ paid_on }: Input, ownerId: string): Promise<{ paid_on: string }> {
    const today = await this.presenter.todayOf(ownerId);
    if (paid_on !== undefined && paid_on > today)
      throw invalid({ field: 'paid_on', message: 'paid_on must not be after today' });
    return { paid_on: paid_on ?? today };
  }

  private async answer(payment: InvoicePayment, document: InvoiceDocument): Promise<PaymentResult> {
    return { payment: presentPayment(payment), ...(await this.presenter.answer(document)) };
  }
}
