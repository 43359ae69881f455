import { NOW } from '../../../platform/database/entity.repository.js';
import { Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DocumentEventRepository } from '../documents/document-event.repository.js';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { InvoiceResult } from '../documents/document.views.js';
import { expectInvoice } from '../documents/invoice-target.js';
import { INVOICE, type InvoiceDocument } from '../entities/document.entity.js';
import { NoticesService } from '../notices.service.js';

const IS_DRAFT = 'Drafts are deleted, not voided';
const IS_SETTLED = 'Invoice has payments or credits; use a credit note';

class Input {
  @Uuid() invoice_id!: string;
  @Written(1, 500) reason!: string;
}

@Action('void-invoice', {
  access: 'owner',
  target: INVOICE,
  changes: true,
  why: 'reason',
  description: 'Withdraws an invoice. It stays listed with its number.',
  input: Input,
  result: InvoiceResult,
  refuses: { 409: [IS_DRAFT, IS_SETTLED] },
})
export class VoidInvoice {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly events: DocumentEventRepository,
    private readonly notices: NoticesService,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ input: { reason }, target, caller }: Call<Input, InvoiceDocument>): Promise<InvoiceResult> {
    expectInvoice(target);
    const { id, status, paid_minor, credited_minor, sent_at } = target;
    if (status === 'draft') throw new Refusal(409, IS_DRAFT);
    if (status === 'void') return this.presenter.answer(target);
    if (paid_minor + credited_minor > 0) throw new Refusal(409, IS_SETTLED);
    const changes = { status: 'void' as const, reason, voided_at: NOW, updated_at: NOW };
    const voided = (await this.documents.updateOne({ id }, changes)) as InvoiceDocument;
    await this.events.record(id, 'voided', caller.id, { reason });
    if (sent_at) await this.notices.tellClient(voided, 'voided');
    return this.presenter.answer(voided);
  }
}
