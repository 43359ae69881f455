import { ListOf, Nested, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { DocumentEventRepository } from '../documents/document-event.repository.js';
import { DocumentPresenter, shownLines } from '../documents/document.presenter.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { EventView, InvoiceView, LineView } from '../documents/document.views.js';
import { LineRepository } from '../documents/line.repository.js';
import { INVOICE, type InvoiceDocument } from '../entities/document.entity.js';
import { InvoicePaymentRepository } from '../payments/payment.repository.js';
import { PaymentView, presentPayment } from '../payments/payment.views.js';

class Input {
  /** Of an invoice or a credit note. */
  @Uuid() invoice_id!: string;
}

class Result {
  @Nested(() => InvoiceView) invoice!: InvoiceView;
  @ListOf(() => LineView) lines!: LineView[];
  @ListOf(() => PaymentView) payments!: PaymentView[];
  @ListOf(() => InvoiceView) credit_notes!: InvoiceView[];
  @ListOf(() => EventView) events!: EventView[];
}

@Action('get-invoice', {
  access: 'owner',
  target: INVOICE,
  description: 'An invoice or a credit note with its lines, payments, credit notes and history.',
  input: Input,
  result: Result,
})
export class GetInvoice {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly lines: LineRepository,
    private readonly payments: InvoicePaymentRepository,
    private readonly events: DocumentEventRepository,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ target }: Call<Input, InvoiceDocument>): Promise<Result> {
    const { id, currency, owner_id } = target;
    const [lines, payments, notes, events, today] = await Promise.all([
      this.lines.of(id),
      this.payments.of(id),
      this.documents.creditNotesOf(id),
      this.events.of(id),
      this.presenter.todayOf(owner_id),
    ]);
    return {
      invoice: this.presenter.shown(target, today),
      lines: shownLines(lines, currency),
      payments: payments.map(presentPayment),
      credit_notes: notes.map((note) => this.presenter.shown(note, today)),
      events: events.map((event) => ({ ...present(EventView, event), data: event.data })),
    };
  }
}
