import { IsBoolean, IsIn } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Day, Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { PERIOD_UNITS, type PeriodUnit } from '../../kernel/calendar/periods.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ClientRepository } from '../clients/client.repository.js';
import { todayIn } from '../documents/document.presenter.js';
import { DRAFT_REFUSALS } from '../documents/draft.inputs.js';
import { type LineInput, Lines } from '../documents/line.inputs.js';
import {
  RECURRING,
  RECURRING_STATUSES,
  type RecurringInvoice,
  type Template,
} from '../entities/recurring-invoice.entity.js';
import { InvoicingSettings } from '../invoicing.settings.js';
import { CLIENT_ARCHIVED, END_BEFORE_START, RecurringInput } from '../recurring/recurring.inputs.js';
import { RecurringRepository } from '../recurring/recurring.repository.js';
import { RecurringResult, recurringResult } from '../recurring/recurring.views.js';
import { dateFrom, LAST_START, movedTo } from '../recurring/schedule.policy.js';
import { TemplatesService } from '../recurring/templates.service.js';

const ENDED = 'Recurring invoice has ended';
const PAST = 'Next date is in the past';

class Input extends RecurringInput {
  @Uuid() recurring_invoice_id!: string;
  @Optional() @Lines() lines?: LineInput[];
  @Optional() @IsIn(PERIOD_UNITS) unit?: PeriodUnit;
  /** A day that is none of its dates is where it begins anew. */
  @Optional() @Day() next_date?: string;
  @Optional() @IsIn(RECURRING_STATUSES) status?: RecurringInvoice['status'];
  /** When it is resumed: also makes the invoices of the dates that it was paused on. */
  @Optional() @IsBoolean() backfill?: boolean;
}

@Action('update-recurring-invoice', {
  access: 'owner',
  target: { ...RECURRING, lock: false },
  changes: true,
  description: 'Changes, pauses, resumes or ends a recurring invoice. It holds for invoices made later.',
  input: Input,
  result: RecurringResult,
  refuses: {
    400: [PAST, END_BEFORE_START, ...DRAFT_REFUSALS[400].slice(1)],
    404: ['Item not found', 'Tax rate not found'],
    409: [ENDED, CLIENT_ARCHIVED],
  },
})
export class UpdateRecurringInvoice {
  constructor(
    private readonly recurring: RecurringRepository,
    private readonly templates: TemplatesService,
    private readonly clients: ClientRepository,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, target: found }: Call<Input, RecurringInvoice>): Promise<RecurringResult> {
    const client = input.status === 'active' ? await this.clients.forDocument(found.owner_id, found.client_id) : null;
    // Behind the client, because an archiving locks the client and then pauses this one.
    const target = await this.recurring.the({ id: found.id }, 'Recurring invoice', { lock: 'no key update' });
    if (target.status === 'ended') throw new Refusal(409, ENDED);
    const settings = await this.settings.of(InvoicingSettings, target.owner_id);
    const template = await this.changedTemplate(target, input, settings);
    if (client?.status === 'archived') throw new Refusal(409, CLIENT_ARCHIVED);
    const { id, start_date, next_date, ...rest } = scheduled(target, input, todayIn(settings));
    const { every, unit, end_date, max_count, mode, failures, last_error } = rest;
    const status = next_date === null ? 'ended' : rest.status;
    const changes = { start_date, next_date, every, unit, end_date, max_count, mode, failures, last_error, status };
    const changed = await this.recurring.updateOne({ id }, { ...changes, template, updated_at: NOW });
    return recurringResult(changed as RecurringInvoice);
  }

  private async changedTemplate(
    { template, client_id }: RecurringInvoice,
    { lines = template.lines, notes = template.notes, due_days = template.due_days }: Input,
    settings: InvoicingSettings,
  ): Promise<Template> {
    const changed = { ...template, lines, notes, due_days };
    // Its client keeps the currency while there is a recurring invoice.
    if (lines !== template.lines)
      await this.templates.expectPriced(await this.clients.the({ id: client_id }, 'Client'), changed, settings);
    return changed;
  }
}

/** The row with its new dates and status. Without a next date it has ended. */
function scheduled(target: RecurringInvoice, input: Input, today: string): RecurringInvoice {
  const { every = target.every, unit = target.unit, mode = target.mode, status = target.status, backfill } = input;
  const { end_date = target.end_date, max_count = target.max_count, next_date } = input;
  if (next_date !== undefined) expectNext(next_date, today);
  const changed = { ...target, every, unit, mode, status, end_date, max_count };
  const moved = next_date === undefined ? changed : movedTo(changed, next_date);
  if (end_date && end_date < moved.start_date) throw new Refusal(400, END_BEFORE_START);
  const isResumed = target.status === 'paused' && status === 'active';
  const from = moved.next_date as string;
  const first = isResumed && !backfill && from < today ? today : from;
  return {
    ...moved,
    next_date: status === 'ended' ? null : dateFrom(moved, first),
    ...(isResumed && { failures: 0, last_error: null }),
  };
}

function expectNext(next_date: string, today: string): void {
  if (next_date < today) throw new Refusal(400, PAST);
  if (next_date > LAST_START)
    throw invalid({ field: 'next_date', message: `next_date must not be after ${LAST_START}` });
}
