import { IsBoolean } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { InvoiceResult } from '../documents/document.views.js';
import { DRAFT_REFUSALS, DraftInput } from '../documents/draft.inputs.js';
import { InvoicesService } from '../documents/invoices.service.js';
import { ISSUE_REFUSALS, IssuingService } from '../documents/issuing.service.js';
import { SendingService } from '../documents/sending.service.js';

class Input extends DraftInput {
  @Uuid() client_id!: string;
  /** An invoice whose lines, discount, notes and footer it gets. */
  @Optional() @Uuid() copy_of?: string;
  @Optional() @IsBoolean() issue?: boolean;
  @Optional() @IsBoolean() send?: boolean;
}

@Action('create-invoice', {
  access: 'authenticated',
  changes: true,
  about: 'invoice',
  description: 'A draft; with `issue` or `send` it is issued or sent at once.',
  input: Input,
  result: InvoiceResult,
  refuses: {
    400: [...DRAFT_REFUSALS[400], 'Give lines or copy_of', ...ISSUE_REFUSALS[400]],
    404: DRAFT_REFUSALS[404],
    409: ISSUE_REFUSALS[409],
  },
})
export class CreateInvoice {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly issuing: IssuingService,
    private readonly sending: SendingService,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ input: { client_id, issue, send, ...input }, caller: { id } }: Call<Input>): Promise<InvoiceResult> {
    const draft = await this.invoices.create(id, { client_id, input, actor_id: id });
    if (send) return this.presenter.answer((await this.sending.send(draft, id)).document);
    return this.presenter.answer(issue ? await this.issuing.issue(draft, id) : draft);
  }
}
