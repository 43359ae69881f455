import { IsBoolean, IsIn, IsString } from 'class-validator';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { InvoiceResult } from '../documents/document.views.js';
import { expectInvoice } from '../documents/invoice-target.js';
import { ISSUE_REFUSALS } from '../documents/issuing.service.js';
import { SENDING_KINDS, SendingService } from '../documents/sending.service.js';
import { INVOICE, type InvoiceDocument } from '../entities/document.entity.js';

class Input {
  @Uuid() invoice_id!: string;
  @Optional() @IsIn(SENDING_KINDS) kind?: (typeof SENDING_KINDS)[number];
  @Optional() @Written(0, 2000) message?: string;
}

class Result extends InvoiceResult {
  @IsString() hosted_url!: string;
  /** The account of the client was notified. If not, the owner passes the address on. */
  @IsBoolean() delivered!: boolean;
}

@Action('send-invoice', {
  access: 'owner',
  target: INVOICE,
  changes: true,
  description: 'Sends an invoice or a reminder to the client. A draft is issued first.',
  input: Input,
  result: Result,
  refuses: {
    400: ISSUE_REFUSALS[400],
    409: ['Invoice is already paid', 'Invoice is void', 'Reminded less than 24 hours ago', ...ISSUE_REFUSALS[409]],
  },
})
export class SendInvoice {
  constructor(
    private readonly sending: SendingService,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ input: { kind, message }, target, caller }: Call<Input, InvoiceDocument>): Promise<Result> {
    expectInvoice(target);
    const { document, delivered } = await this.sending.send(target, caller.id, { kind, message });
    const { invoice } = await this.presenter.answer(document);
    return { invoice, hosted_url: invoice.hosted_url as string, delivered };
  }
}
