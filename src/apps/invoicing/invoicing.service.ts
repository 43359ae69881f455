import { Refusal } from '../../platform/http/refusal.js';
import type {
  InvoiceClient,
  InvoiceDraft,
  InvoiceState,
  InvoicingService as Contract,
} from '../contracts/invoicing.js';
import { AppProvider } from '../kernel/app-provider.js';
import { InstallationsRepository } from '../kernel/installations.repository.js';
import { money } from '../kernel/selling/prices.js';
import { ClientRepository } from './clients/client.repository.js';
import { DocumentPresenter } from './documents/document.presenter.js';
import { DocumentRepository } from './documents/document.repository.js';
import { OTHER_CURRENCY } from './documents/draft.inputs.js';
import { InvoicesService } from './documents/invoices.service.js';
import { stateOf } from './documents/state.js';
import type { InvoiceDocument } from './entities/document.entity.js';

/** What other apps ask of this one. */
@AppProvider()
export class InvoicingService implements Contract {
  constructor(
    private readonly installations: InstallationsRepository,
    private readonly clients: ClientRepository,
    private readonly documents: DocumentRepository,
    private readonly invoices: InvoicesService,
    private readonly presenter: DocumentPresenter,
  ) {}

  isReady(ownerId: string): Promise<boolean> {
    return this.installations.has(ownerId, 'invoicing');
  }

  async getClients(ownerId: string, ids: string[]): Promise<InvoiceClient[]> {
    const clients = await this.clients.byIds(ownerId, ids);
    return clients.map(({ id, name, currency, status }) => ({ id, name, currency, status }));
  }

  async createDraft(ownerId: string, draft: InvoiceDraft): Promise<{ invoice_id: string; total: number }> {
    const { client_id, currency, lines, notes, source, source_ref } = draft;
    // Two calls for the same reference wait for each other.
    await this.clients.lockOwner(ownerId);
    const known = await this.documents.findOne({ owner_id: ownerId, source, source_ref });
    if (known) return madeOf(known);
    const client = await this.clients.forDocument(ownerId, client_id);
    if (client.currency !== currency) throw new Refusal(400, OTHER_CURRENCY);
    const origin = { source, source_ref };
    const made = await this.invoices.create(ownerId, { client_id, input: { lines, notes }, origin, actor_id: ownerId });
    return madeOf(made);
  }

  async getInvoiceStates(ownerId: string, ids: string[]): Promise<InvoiceState[]> {
    const documents = await this.documents.byIds(ownerId, ids);
    const known = new Map(documents.map((document) => [document.id, document]));
    const today = await this.presenter.todayOf(ownerId);
    return ids.map((id) => {
      const document = known.get(id);
      return document
        ? { id, state: stateOf(document, today), number: document.number }
        : { id, state: 'deleted', number: null };
    });
  }
}

const madeOf = ({ id, total_minor, currency }: InvoiceDocument) => ({
  invoice_id: id,
  total: money(total_minor, currency),
});
