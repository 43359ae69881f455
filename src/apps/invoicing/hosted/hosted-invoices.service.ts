import { networkOf } from '../../../platform/http/networks.js';
import { notFound } from '../../../platform/http/refusal.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { Visitor } from '../../kernel/calls/action.js';
import { dueOf } from '../../kernel/invoices/settling.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { settlementOf } from '../documents/state.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import { InvoicingSettings } from '../invoicing.settings.js';

const CALLS_A_MINUTE = 30;

/** Issued documents, found by what is in their address: clients need no account. */
@AppProvider()
export class HostedInvoicesService {
  private readonly calls: (key: string) => Promise<void>;

  constructor(
    private readonly documents: DocumentRepository,
    private readonly settings: AppSettings,
    limits: LimitsService,
  ) {
    this.calls = limits.calls('invoicing:hosted', { points: CALLS_A_MINUTE, duration: 60 });
  }

  /** Outside of transactions, so that a refusal does not take the count back. */
  count({ address }: Visitor): Promise<void> {
    return this.calls(networkOf(address) ?? '');
  }

  /** 404 for drafts as for unknown tokens. */
  async find(public_token: string, lock?: 'no key update'): Promise<InvoiceDocument> {
    const document = await this.documents.findOne({ public_token }, lock && { lock });
    if (!document || document.status === 'draft') throw notFound('Invoice');
    return document;
  }

  /** Those of the owner, or the defaults if the account is deleted. */
  settingsOf({ owner_id }: InvoiceDocument): Promise<InvoicingSettings> {
    return owner_id === null ? Promise.resolve(new InvoicingSettings()) : this.settings.of(InvoicingSettings, owner_id);
  }

  canPay(document: InvoiceDocument, { online_payment }: InvoicingSettings): boolean {
    const { owner_id, kind, status } = document;
    const isDue = kind === 'invoice' && status === 'issued' && dueOf(settlementOf(document)) > 0;
    return isDue && online_payment && owner_id !== null;
  }
}
