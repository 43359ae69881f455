import { randomBytes } from 'node:crypto';
import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { minorOf } from '../../kernel/selling/prices.js';
import type { Client } from '../entities/client.entity.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import type { InvoicingSettings } from '../invoicing.settings.js';
import { DocumentEventRepository } from './document-event.repository.js';
import { DocumentRepository } from './document.repository.js';
import { BOTH_DISCOUNTS, type DraftInput } from './draft.inputs.js';
import { LineRepository, type NewLine } from './line.repository.js';
import { LinesService } from './lines.service.js';
import { sumsOf } from './totals.policy.js';

/** Where a draft comes from, besides what it says. */
export type Origin = Values<Pick<InvoiceDocument, 'source' | 'source_ref' | 'recurring_id' | 'recurring_date'>>;

interface NewDraft {
  client: Client;
  settings: InvoicingSettings;
  input: DraftInput;
  /** Instead of those of the input. */
  lines?: NewLine[];
  origin?: Origin;
  actor_id: string | null;
}

/** Makes and changes drafts. The caller has locked the client of a new one, and the document of one that is changed. */
@AppProvider()
export class DraftsService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly lines: LineRepository,
    private readonly pricing: LinesService,
    private readonly events: DocumentEventRepository,
  ) {}

  async create({ client, settings, input, lines, origin, actor_id }: NewDraft): Promise<InvoiceDocument> {
    const { owner_id, currency } = client;
    if (client.status === 'archived') throw new Refusal(409, 'Client is archived');
    const priced = lines ?? (await this.pricing.priced(owner_id, input.lines ?? [], client, settings));
    const terms = {
      prices_include_tax: settings.prices_include_tax,
      discount_percent: null,
      discount_minor: 0,
      ...termsOf(input, currency),
    };
    const document = await this.documents.insert({
      owner_id,
      client_id: client.id,
      currency,
      public_token: randomBytes(16).toString('hex'),
      ...textsOf(input),
      notes: input.notes === undefined ? settings.default_notes || null : input.notes,
      footer: input.footer === undefined ? settings.default_footer || null : input.footer,
      ...terms,
      ...sumsOf(priced, terms),
      ...origin,
    });
    await this.lines.store(document.id, priced);
    await this.events.record(document.id, 'created', actor_id);
    return document;
  }

  async change(
    draft: InvoiceDocument,
    client: Client,
    settings: InvoicingSettings,
    input: DraftInput,
  ): Promise<InvoiceDocument> {
    const { id, owner_id, currency } = draft;
    const lines = input.lines
      ? await this.lines.replace(id, await this.pricing.priced(owner_id, input.lines, client, settings))
      : await this.lines.of(id);
    const terms = { ...draft, ...termsOf(input, currency) };
    const { discount_percent, prices_include_tax } = terms;
    const changes = { ...textsOf(input), discount_percent, prices_include_tax, ...sumsOf(lines, terms) };
    const { issue_date = draft.issue_date, due_date = draft.due_date } = input;
    expectOrder({ issue_date, due_date });
    const changed = await this.documents.updateOne({ id }, { ...changes, client_id: client.id, updated_at: NOW });
    return changed as InvoiceDocument;
  }
}

/** What the sums depend on, as far as it is given. */
function termsOf({ discount_percent, discount, prices_include_tax }: DraftInput, currency: string) {
  if (discount_percent !== undefined && discount !== undefined) throw new Refusal(400, BOTH_DISCOUNTS);
  return {
    ...(prices_include_tax === undefined ? {} : { prices_include_tax }),
    ...(discount_percent === undefined ? {} : { discount_percent, discount_minor: 0 }),
    ...(discount === undefined
      ? {}
      : { discount_percent: null, discount_minor: minorOf('discount', discount, currency) }),
  };
}

function textsOf(input: DraftInput) {
  const { issue_date, due_date, po_number, notes, footer } = input;
  expectOrder(input);
  return { issue_date, due_date, po_number, notes, footer };
}

function expectOrder({ issue_date, due_date }: Pick<DraftInput, 'issue_date' | 'due_date'>): void {
  if (issue_date && due_date && due_date < issue_date)
    throw invalid({ field: 'due_date', message: 'due_date must not be before issue_date' });
}
