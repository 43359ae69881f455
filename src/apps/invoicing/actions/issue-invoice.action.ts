import { Day, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { InvoiceResult } from '../documents/document.views.js';
import { expectInvoice } from '../documents/invoice-target.js';
import { ISSUE_REFUSALS, IssuingService } from '../documents/issuing.service.js';
import { INVOICE, type InvoiceDocument } from '../entities/document.entity.js';

class Input {
  @Uuid() invoice_id!: string;
  @Optional() @Day() issue_date?: string;
}

@Action('issue-invoice', {
  access: 'owner',
  target: INVOICE,
  changes: true,
  description: 'Gives an invoice its number and freezes it. One that is issued already stays as it is.',
  input: Input,
  result: InvoiceResult,
  refuses: { 400: ISSUE_REFUSALS[400], 409: ['Invoice is void', ...ISSUE_REFUSALS[409]] },
})
export class IssueInvoice {
  constructor(
    private readonly issuing: IssuingService,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ input: { issue_date }, target, caller }: Call<Input, InvoiceDocument>): Promise<InvoiceResult> {
    expectInvoice(target);
    return this.presenter.answer(await this.issuing.issue(target, caller.id, issue_date));
  }
}
