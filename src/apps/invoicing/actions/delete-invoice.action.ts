import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { expectInvoice } from '../documents/invoice-target.js';
import { INVOICE, type InvoiceDocument } from '../entities/document.entity.js';

class Input {
  @Uuid() invoice_id!: string;
}

@Action('delete-invoice', {
  access: 'owner',
  target: INVOICE,
  changes: true,
  description: 'Deletes a draft. Issued invoices stay, so no number is lost.',
  input: Input,
  result: MessageResult,
  refuses: { 409: ['Only drafts can be deleted'] },
})
export class DeleteInvoice {
  constructor(private readonly documents: DocumentRepository) {}

  async run({ target }: Call<Input, InvoiceDocument>): Promise<MessageResult> {
    expectInvoice(target);
    if (target.status !== 'draft') throw new Refusal(409, 'Only drafts can be deleted');
    await this.documents.delete({ id: target.id });
    return { message: 'Invoice deleted' };
  }
}
