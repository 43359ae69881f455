import { IsNumber } from 'class-validator';
import { Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { money } from '../../kernel/selling/prices.js';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { InvoiceView } from '../documents/document.views.js';
import { BELOW_ZERO, OTHER_CURRENCY } from '../documents/draft.inputs.js';
import { expectInvoice } from '../documents/invoice-target.js';
import { NOTE_REFUSALS } from '../documents/issuing.service.js';
import { LineInput, Lines } from '../documents/line.inputs.js';
import { INVOICE, type InvoiceDocument } from '../entities/document.entity.js';
import { CreditNotesService } from '../payments/credit-notes.service.js';
import { EXCEEDS_TOTAL } from '../payments/note-writing.service.js';
import { NOT_ABOVE_0, PaidAmount } from '../payments/payment.fields.js';
import { SettlementService } from '../payments/settlement.service.js';

const NOT_ISSUED = 'Invoice is not issued';
const BOTH_GIVEN = 'Give lines or amount';

class Input {
  @Uuid() invoice_id!: string;
  @Written(1, 500) reason!: string;
  /** Priced as those of the invoice, with or without tax. */
  @Optional() @Lines() lines?: LineInput[];
  /** With tax, over the rates of the invoice. Without lines and amount: all that is left to credit. */
  @Optional() @PaidAmount() amount?: number;
}

class Result {
  @Nested(() => InvoiceView) credit_note!: InvoiceView;
  @Nested(() => InvoiceView) invoice!: InvoiceView;
  /** What the client has. */
  @IsNumber() client_credit!: number;
}

@Action('create-credit-note', {
  access: 'owner',
  target: INVOICE,
  changes: true,
  why: 'reason',
  description: 'Credits an issued invoice. What is beyond the amount due becomes credit of the client.',
  input: Input,
  result: Result,
  refuses: {
    400: [BOTH_GIVEN, NOT_ABOVE_0, BELOW_ZERO, OTHER_CURRENCY, ...NOTE_REFUSALS[400]],
    404: ['Item not found', 'Tax rate not found'],
    409: [NOT_ISSUED, EXCEEDS_TOTAL, ...NOTE_REFUSALS[409]],
  },
})
export class CreateCreditNote {
  constructor(
    private readonly notes: CreditNotesService,
    private readonly settlement: SettlementService,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ input, target, caller }: Call<Input, InvoiceDocument>): Promise<Result> {
    expectInvoice(target);
    const { reason, lines, amount } = input;
    if (lines !== undefined && amount !== undefined) throw new Refusal(400, BOTH_GIVEN);
    if (target.status !== 'issued') throw new Refusal(409, NOT_ISSUED);
    const account = await this.settlement.withClient(target);
    const { note, document, client } = await this.notes.create(account, { reason, lines, amount }, caller.id);
    const today = await this.presenter.todayOf(target.owner_id);
    return {
      credit_note: this.presenter.shown(note, today),
      invoice: this.presenter.shown(document, today),
      client_credit: money(client.credit_minor, client.currency),
    };
  }
}
