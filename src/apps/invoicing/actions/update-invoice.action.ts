import { IsBoolean } from 'class-validator';
import { FilesService } from '../../../files/files.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ClientRepository } from '../clients/client.repository.js';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { InvoiceResult } from '../documents/document.views.js';
import { DRAFT_REFUSALS, DraftInput, OTHER_CURRENCY } from '../documents/draft.inputs.js';
import { DraftsService } from '../documents/drafts.service.js';
import { expectInvoice } from '../documents/invoice-target.js';
import { INVOICE, type InvoiceDocument } from '../entities/document.entity.js';
import { InvoicingSettings } from '../invoicing.settings.js';

class Input extends DraftInput {
  @Uuid() invoice_id!: string;
  @Optional() @Uuid() client_id?: string;
  /** Whether its client is reminded. */
  @Optional() @IsBoolean() reminders?: boolean;
}

/** What may change after the issue. */
const ALWAYS = new Set(['invoice_id', 'due_date', 'po_number', 'reminders']);

@Action('update-invoice', {
  access: 'owner',
  target: INVOICE,
  changes: true,
  description: 'Changes a draft; of an issued invoice only due_date, po_number and reminders.',
  input: Input,
  result: InvoiceResult,
  refuses: {
    400: DRAFT_REFUSALS[400],
    404: DRAFT_REFUSALS[404],
    409: ['Issued invoices cannot be changed; use a credit note', 'Invoice is void', 'Client is archived'],
  },
})
export class UpdateInvoice {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly clients: ClientRepository,
    private readonly drafts: DraftsService,
    private readonly settings: AppSettings,
    private readonly files: FilesService,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ input, target }: Call<Input, InvoiceDocument>): Promise<InvoiceResult> {
    expectInvoice(target);
    if (target.status === 'void') throw new Refusal(409, 'Invoice is void');
    return this.presenter.answer(
      target.status === 'draft' ? await this.changeDraft(target, input) : await this.changeIssued(target, input),
    );
  }

  private async changeDraft(target: InvoiceDocument, input: Input): Promise<InvoiceDocument> {
    const { invoice_id: id, client_id = target.client_id, reminders, ...given } = input;
    const client = await this.clients.forDocument(target.owner_id, client_id);
    if (client_id !== target.client_id) {
      if (client.status === 'archived') throw new Refusal(409, 'Client is archived');
      if (client.currency !== target.currency) throw new Refusal(400, OTHER_CURRENCY);
    }
    const settings = await this.settings.of(InvoicingSettings, target.owner_id);
    const changed = await this.drafts.change(target, client, settings, given);
    if (reminders === undefined) return changed;
    return (await this.documents.updateOne({ id }, { reminders })) as InvoiceDocument;
  }

  private async changeIssued(target: InvoiceDocument, input: Input): Promise<InvoiceDocument> {
    if (Object.entries(input).some(([name, value]) => value !== undefined && !ALWAYS.has(name)))
      throw new Refusal(409, 'Issued invoices cannot be changed; use a credit note');
    const { due_date, po_number, reminders } = input;
    if (due_date === null) throw invalid({ field: 'due_date', message: 'due_date of an issued invoice must be a day' });
    if (due_date !== undefined && due_date < (target.issue_date as string))
      throw invalid({ field: 'due_date', message: 'due_date must not be before issue_date' });
    // The reminders begin anew from another day.
    const anew = due_date === undefined ? {} : { due_date, reminded_mark: null, overdue_told: false };
    const isPrinted = due_date !== undefined || po_number !== undefined;
    const changes = { po_number, reminders, ...anew, ...(isPrinted && { pdf_file_key: null }), updated_at: NOW };
    // The PDF shows both, and is drawn anew.
    if (isPrinted && target.pdf_file_key) await this.files.release([target.pdf_file_key]);
    return (await this.documents.updateOne({ id: target.id }, changes)) as InvoiceDocument;
  }
}
