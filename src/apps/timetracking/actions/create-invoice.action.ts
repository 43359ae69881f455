import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn } from 'class-validator';
import { Chars, Day, Optional, saying, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { InvoicingService } from '../../contracts/invoicing.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BatchRepository, type Candidate, type Wanted } from '../billing/batch.repository.js';
import {
  answerOf,
  type Bill,
  billable,
  billOf,
  InvoiceResult,
  MOST_ENTRIES,
  previewOf,
  TOO_MANY,
} from '../billing/bill.js';
import { invoiceLine } from '../billing/lines.policy.js';
import { ReleasesService } from '../billing/releases.service.js';
import { type Rounding, ROUNDING_MINUTES, ROUNDING_MODES, ROUNDING_SCOPES } from '../billing/rounding.policy.js';
import { GROUPINGS, type InvoiceBatch } from '../entities/entry.entity.js';
import { EntryRulesService } from '../entries/entry-rules.service.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import { ClientsService, OTHER_CURRENCY } from '../projects/clients.service.js';

class Input {
  @Uuid() client_id!: string;
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
  @Optional() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(1_000) @Uuid({ each: true }) project_ids?: string[];
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_ENTRIES, saying(TOO_MANY))
  @Uuid({ each: true })
  entry_ids?: string[];
  @Optional() @IsIn(GROUPINGS) group_by?: InvoiceBatch['group_by'];
  @Optional() @IsIn(ROUNDING_MINUTES) rounding_minutes?: number;
  @Optional() @IsIn(ROUNDING_MODES) rounding_mode?: Rounding['mode'];
  @Optional() @IsIn(ROUNDING_SCOPES) rounding_scope?: Rounding['scope'];
  @Optional() @Uuid() tax_rate_id?: string;
  @Optional() @Written(0, 2_000) notes?: string;
  /** Makes nothing. */
  @Optional() @IsBoolean() preview?: boolean;
  /** The same again gives the first answer. */
  @Optional() @Chars(1, 200) request_key?: string;
}

@Action('create-invoice', {
  access: 'authenticated',
  changes: true,
  about: null,
  description: 'Makes one draft in Invoicing of the billable time of a client, or shows what it would be.',
  input: Input,
  result: InvoiceResult,
  refuses: {
    400: [TOO_MANY, 'An invoice has at most 200 lines', OTHER_CURRENCY],
    404: ['Client not found', 'Tax rate not found'],
    409: [
      'Install the Invoicing app first',
      'Nothing to invoice',
      'Entries without a rate: <n>',
      'Entries are in more than one currency',
      'Entries were just invoiced',
      'Client is archived',
    ],
  },
})
export class CreateInvoice {
  constructor(
    private readonly batches: BatchRepository,
    private readonly releases: ReleasesService,
    private readonly states: OwnerStateRepository,
    private readonly rules: EntryRulesService,
    private readonly clients: ClientsService,
  ) {}

  async run({ input, caller: { id } }: Call<Input>): Promise<InvoiceResult> {
    const { invoicing } = this.clients;
    if (!(await invoicing.isReady(id))) throw new Refusal(409, 'Install the Invoicing app first');
    const filters = [input.from ?? null, input.to ?? null, input.project_ids ?? null, input.entry_ids ?? null];
    const wanted: Wanted = [id, input.client_id, ...filters];
    const before = await this.batches.candidates(wanted, 1);
    await this.states.lock(id, 'update');
    // While it waited, the same request may have been answered, or another one may have taken all.
    const made = await this.known(id, input);
    if (made) return made;
    const client = await this.clients.the(id, input.client_id);
    await this.releases.release(id);
    const found = await this.batches.lockCandidates(wanted, MOST_ENTRIES + 1);
    if (!found.length && before.length) throw new Refusal(409, 'Entries were just invoiced');
    const bill = await this.bill(id, input, billable(found));
    if (bill.currency !== client.currency) throw new Refusal(400, OTHER_CURRENCY);
    return input.preview ? { preview: previewOf(bill) } : this.make(id, input, invoicing, found, bill);
  }

  private async make(
    id: string,
    input: Input,
    invoicing: InvoicingService,
    found: Candidate[],
    bill: Bill,
  ): Promise<InvoiceResult> {
    const days = found.map(({ local_date }) => local_date).toSorted();
    const batch = await this.batches.insert({
      owner_id: id,
      client_id: input.client_id,
      currency: bill.currency,
      from_date: input.from ?? (days[0] as string),
      to_date: input.to ?? (days.at(-1) as string),
      group_by: input.group_by ?? 'project',
      rounding: bill.rounding,
      entry_count: found.length,
      exact_seconds: bill.exact_seconds,
      billed_seconds: bill.billed_seconds,
      total_minor: bill.total_minor,
      lines: bill.lines,
      request_key: input.request_key ?? null,
    });
    await this.batches.take(
      batch.id,
      found.map((entry) => entry.id),
    );
    const { invoice_id } = await invoicing.createDraft(id, {
      client_id: input.client_id,
      currency: bill.currency,
      lines: bill.lines.map((line) => invoiceLine(line, bill.currency, input.tax_rate_id)),
      notes: input.notes,
      source: 'timetracking',
      source_ref: batch.id,
    });
    return answerOf((await this.batches.updateOne({ id: batch.id }, { invoice_id })) as InvoiceBatch);
  }

  private async known(owner_id: string, { request_key, preview }: Input): Promise<InvoiceResult | undefined> {
    if (request_key === undefined || preview) return undefined;
    const batch = await this.batches.findOne({ owner_id, request_key });
    return batch && answerOf(batch);
  }

  private async bill(ownerId: string, input: Input, found: ReturnType<typeof billable>): Promise<Bill> {
    const settings = await this.rules.settingsOf(ownerId);
    const rounding: Rounding = {
      minutes: input.rounding_minutes ?? settings.rounding_minutes,
      mode: input.rounding_mode ?? settings.rounding_mode,
      scope: input.rounding_scope ?? settings.rounding_scope,
    };
    const call = { minutes: input.rounding_minutes, mode: input.rounding_mode };
    return billOf(found, input.group_by ?? 'project', { call, settings: rounding });
  }
}
