import { isUnique } from '../../../platform/database/database-error.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { daysLater } from '../../kernel/calendar/periods.js';
import { TaxRateRepository } from '../catalogue/tax-rate.repository.js';
import { ClientRepository } from '../clients/client.repository.js';
import type { Client } from '../entities/client.entity.js';
import type { DocumentKind, InvoiceDocument } from '../entities/document.entity.js';
import { InvoicingSettings } from '../invoicing.settings.js';
import { DocumentEventRepository } from './document-event.repository.js';
import { todayIn } from './document.presenter.js';
import { DocumentRepository } from './document.repository.js';
import { withRates } from './draft-rates.service.js';
import { LineRepository } from './line.repository.js';
import { documentNumber, seriesPeriod } from './numbers.policy.js';
import { buyerOf, sellerOf } from './snapshots.js';
import { sumsOf } from './totals.policy.js';

const NO_NAME = 'Set the business name first';
const numberTaken = (kind: DocumentKind) => `Number is taken: change ${kind}_number_format`;

export const ISSUE_REFUSALS = {
  400: [NO_NAME, 'Issue date is more than a year away'],
  409: ['Client is archived', numberTaken('invoice')],
};
/** Of a credit note, which is issued at once. */
export const NOTE_REFUSALS = { 400: [NO_NAME], 409: [numberTaken('credit_note')] };
const MOST_DAYS_AWAY = 366;

/** Gives documents their numbers. From then on they do not change. */
@AppProvider()
export class IssuingService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly lines: LineRepository,
    private readonly clients: ClientRepository,
    private readonly rates: TaxRateRepository,
    private readonly events: DocumentEventRepository,
    private readonly settings: AppSettings,
  ) {}

  /** The caller has locked the invoice. One that is issued already stays as it is. */
  async issue(draft: InvoiceDocument, actorId: string | null, issueDate?: string): Promise<InvoiceDocument> {
    if (draft.status === 'void') throw new Refusal(409, 'Invoice is void');
    if (draft.status === 'issued') return draft;
    const { id, owner_id, client_id } = draft;
    const client = await this.clients.forDocument(owner_id, client_id);
    if (client.status === 'archived') throw new Refusal(409, 'Client is archived');
    const settings = await this.settings.of(InvoicingSettings, owner_id);
    const today = todayIn(settings);
    const issue_date = issueDate ?? draft.issue_date ?? today;
    expectNear(issue_date, today);
    const sums = await this.frozenSums(draft);
    const frozen = await this.frozen('invoice', issue_date, settings, client);
    const terms = client.payment_terms_days ?? settings.payment_terms_days;
    const due_date = draft.due_date ?? daysLater(issue_date, terms);
    const values = { ...frozen, ...sums, due_date, paid_at: sums.total_minor === 0 ? NOW : null };
    const issued = await unlessTaken('invoice', async () => {
      return (await this.documents.updateOne({ id }, values)) as InvoiceDocument;
    });
    await this.events.record(id, 'issued', actorId, { number: issued.number });
    return issued;
  }

  /** What a document has from its issue on: a number, its parties and its date. */
  async frozen(kind: DocumentKind, issue_date: string, settings: InvoicingSettings, client: Client) {
    if (!settings.business_name.trim()) throw new Refusal(400, NO_NAME);
    return {
      status: 'issued' as const,
      issue_date,
      ...(await this.numbered(kind, client.owner_id, issue_date, settings)),
      seller: sellerOf(settings),
      client: buyerOf(client),
      updated_at: NOW,
    };
  }

  private async numbered(kind: DocumentKind, ownerId: string, day: string, settings: InvoicingSettings) {
    const isInvoice = kind === 'invoice';
    const format = isInvoice ? settings.invoice_number_format : settings.credit_note_number_format;
    const series_period = seriesPeriod(format, day);
    const wanted = isInvoice ? settings.invoice_next_number : null;
    const sequence = await this.documents.nextNumber(ownerId, kind, series_period, wanted ?? 1);
    // It counts once: a later year begins at 1 again.
    if (wanted !== null) await this.settings.change(InvoicingSettings, ownerId, { invoice_next_number: null });
    return { series_period, sequence, number: documentNumber(format, day, sequence) };
  }

  /** The rates as they are at issue. */
  private async frozenSums(draft: InvoiceDocument) {
    const before = await this.lines.of(draft.id);
    const ids = before.flatMap(({ tax_rate_id }) => tax_rate_id ?? []);
    const lines = withRates(before, await this.rates.byIds(draft.owner_id, ids));
    await this.lines.setRates(lines);
    return sumsOf(lines, draft);
  }
}

/** A number that was given before, because its format has changed back. */
export async function unlessTaken<Row>(kind: DocumentKind, write: () => Promise<Row>): Promise<Row> {
  try {
    return await write();
  } catch (error) {
    if (isUnique(error, 'documents_number_key') || isUnique(error, 'documents_sequence_key'))
      throw new Refusal(409, numberTaken(kind));
    throw error;
  }
}

function expectNear(day: string, today: string): void {
  if (day > daysLater(today, MOST_DAYS_AWAY) || day < daysLater(today, -MOST_DAYS_AWAY))
    throw new Refusal(400, 'Issue date is more than a year away');
}
