import { IsBoolean, IsString } from 'class-validator';
import { Chars, ListOf, Nested } from '../../../platform/http/fields.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { todayIn } from '../documents/document.presenter.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { BuyerView, SellerView } from '../documents/document.views.js';
import { LineRepository } from '../documents/line.repository.js';
import { FirstViewService } from '../hosted/first-view.service.js';
import { HostedInvoicesService } from '../hosted/hosted-invoices.service.js';
import {
  hostedInvoice,
  HostedInvoiceView,
  hostedLines,
  HostedLineView,
  hostedNote,
  HostedNoteView,
  HostedPaymentView,
} from '../hosted/hosted.views.js';
import { InvoicePaymentRepository } from '../payments/payment.repository.js';
import { InvoiceAddressesService } from '../invoice-addresses.service.js';

class Input {
  @Chars(1, 64) token!: string;
}

class Result {
  @Nested(() => HostedInvoiceView) invoice!: HostedInvoiceView;
  @ListOf(() => HostedLineView) lines!: HostedLineView[];
  @Nested(() => SellerView) seller!: SellerView;
  @Nested(() => BuyerView) client!: BuyerView;
  @ListOf(() => HostedPaymentView) payments!: HostedPaymentView[];
  @ListOf(() => HostedNoteView) credit_notes!: HostedNoteView[];
  @IsBoolean() can_pay!: boolean;
  @IsString() pdf_url!: string;
}

@Action('view-invoice', {
  access: 'public',
  notes: true,
  description: 'What the hosted page of an invoice shows. The first view by the client is noted.',
  input: Input,
  result: Result,
  refuses: { 404: ['Invoice not found'], 429: ['Too many requests'] },
})
export class ViewInvoice {
  constructor(
    private readonly hosted: HostedInvoicesService,
    private readonly views: FirstViewService,
    private readonly documents: DocumentRepository,
    private readonly lines: LineRepository,
    private readonly payments: InvoicePaymentRepository,
    private readonly addresses: InvoiceAddressesService,
  ) {}

  prepare({ visitor }: EarlyCall<Input>): Promise<void> {
    return this.hosted.count(visitor);
  }

  async run({ input: { token }, caller }: PublicCall<Input>): Promise<Result> {
    const document = await this.hosted.find(token);
    const { id, currency, invoice_id } = document;
    await this.views.note(document, caller?.id);
    const [settings, lines, payments, notes, invoiceNumber] = await Promise.all([
      this.hosted.settingsOf(document),
      this.lines.of(id),
      this.payments.of(id),
      this.documents.creditNotesOf(id),
      invoice_id === null ? null : this.documents.numberOf(invoice_id),
    ]);
    return {
      invoice: hostedInvoice(document, invoiceNumber, todayIn(settings)),
      lines: hostedLines(lines, currency),
      seller: document.seller as SellerView,
      client: document.client as BuyerView,
      payments: payments.map((payment) => present(HostedPaymentView, payment)),
      credit_notes: notes.map(hostedNote),
      can_pay: this.hosted.canPay(document, settings),
      pdf_url: this.addresses.pdfUrl(document.public_token),
    };
  }
}
