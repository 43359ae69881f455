import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { money } from '../../kernel/selling/prices.js';
import { TaxRateRepository } from '../catalogue/tax-rate.repository.js';
import { ClientRepository } from '../clients/client.repository.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import { InvoicingSettings } from '../invoicing.settings.js';
import { withRates } from './draft-rates.service.js';
import { DocumentRepository } from './document.repository.js';
import { type DraftInput, OTHER_CURRENCY } from './draft.inputs.js';
import { DraftsService, type Origin } from './drafts.service.js';
import { LineRepository } from './line.repository.js';

interface NewInvoice {
  client_id: string;
  input: DraftInput & { copy_of?: string };
  origin?: Origin;
  actor_id: string | null;
}

/** New invoices, for actions, recurring invoices and other apps. */
@AppProvider()
export class InvoicesService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly lines: LineRepository,
    private readonly clients: ClientRepository,
    private readonly rates: TaxRateRepository,
    private readonly drafts: DraftsService,
    private readonly settings: AppSettings,
  ) {}

  async create(ownerId: string, { client_id, input, origin, actor_id }: NewInvoice): Promise<InvoiceDocument> {
    const { copy_of, ...given } = input;
    if ((given.lines === undefined) === (copy_of === undefined)) throw new Refusal(400, 'Give lines or copy_of');
    const client = await this.clients.forDocument(ownerId, client_id);
    const settings = await this.settings.of(InvoicingSettings, ownerId);
    const copied = copy_of === undefined ? undefined : await this.copied(ownerId, copy_of, client.currency);
    return this.drafts.create({
      client,
      settings,
      input: { ...copied?.texts, ...(isDiscounted(given) ? {} : copied?.discount), ...given },
      lines: copied?.lines,
      origin,
      actor_id,
    });
  }

  private async copied(owner_id: string, id: string, currency: string) {
    const original = await this.documents.the({ id, owner_id, kind: 'invoice' }, 'Invoice');
    if (original.currency !== currency) throw new Refusal(400, OTHER_CURRENCY);
    const { notes, footer, prices_include_tax, discount_percent, discount_minor } = original;
    const discount = discount_percent === null ? { discount: money(discount_minor, currency) } : { discount_percent };
    const lines = await this.lines.of(id);
    const rates = await this.rates.byIds(
      owner_id,
      lines.flatMap(({ tax_rate_id }) => tax_rate_id ?? []),
      'share',
    );
    return { texts: { notes, footer, prices_include_tax }, discount, lines: withRates(lines, rates) };
  }
}

const isDiscounted = ({ discount, discount_percent }: DraftInput) =>
  discount !== undefined || discount_percent !== undefined;
