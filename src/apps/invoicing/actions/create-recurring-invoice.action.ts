import { IsIn } from 'class-validator';
import { Day, Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { PERIOD_UNITS, type PeriodUnit } from '../../kernel/calendar/periods.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Percent } from '../catalogue/amount.fields.js';
import { ClientRepository } from '../clients/client.repository.js';
import { todayIn } from '../documents/document.presenter.js';
import { DRAFT_REFUSALS } from '../documents/draft.inputs.js';
import { type LineInput, Lines } from '../documents/line.inputs.js';
import { InvoicingSettings } from '../invoicing.settings.js';
import { CLIENT_ARCHIVED, END_BEFORE_START, RecurringInput } from '../recurring/recurring.inputs.js';
import { RecurringRepository } from '../recurring/recurring.repository.js';
import { RecurringResult, recurringResult } from '../recurring/recurring.views.js';
import { LAST_START } from '../recurring/schedule.policy.js';
import { TemplatesService } from '../recurring/templates.service.js';

const MOST = 500;
const LIMIT = 'At most 500 recurring invoices';
const PAST = 'Start date is in the past';

class Input extends RecurringInput {
  @Uuid() client_id!: string;
  @Lines() lines!: LineInput[];
  @IsIn(PERIOD_UNITS) unit!: PeriodUnit;
  @Day() start_date!: string;
  @Optional() @Percent() discount_percent?: number;
}

@Action('create-recurring-invoice', {
  access: 'authenticated',
  changes: true,
  about: 'recurring_invoice',
  description:
    'Makes an invoice on each date from the start date on. Descriptions may carry {date}, {period_start}, {period_end}, {month} and {year}.',
  input: Input,
  result: RecurringResult,
  refuses: {
    400: [PAST, END_BEFORE_START, ...DRAFT_REFUSALS[400].slice(1)],
    404: DRAFT_REFUSALS[404].slice(0, -1),
    409: [CLIENT_ARCHIVED, LIMIT],
  },
})
export class CreateRecurringInvoice {
  constructor(
    private readonly recurring: RecurringRepository,
    private readonly templates: TemplatesService,
    private readonly clients: ClientRepository,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller: { id: owner_id } }: Call<Input>): Promise<RecurringResult> {
    const { client_id, lines, discount_percent = null, notes = null, due_days = null, ...schedule } = input;
    await this.clients.lockOwner(owner_id);
    const client = await this.clients.forDocument(owner_id, client_id);
    if (client.status === 'archived') throw new Refusal(409, CLIENT_ARCHIVED);
    const settings = await this.settings.of(InvoicingSettings, owner_id);
    expectDays(input, todayIn(settings));
    const template = { lines, discount_percent, notes, due_days };
    await this.templates.expectPriced(client, template, settings);
    if ((await this.recurring.countLive(owner_id)) >= MOST) throw new Refusal(409, LIMIT);
    const row = { ...schedule, next_date: schedule.start_date, owner_id, client_id, template };
    return recurringResult(await this.recurring.insert(row));
  }
}

function expectDays({ start_date, end_date }: Input, today: string): void {
  if (start_date < today) throw new Refusal(400, PAST);
  if (start_date > LAST_START)
    throw invalid({ field: 'start_date', message: `start_date must not be after ${LAST_START}` });
  if (end_date && end_date < start_date) throw new Refusal(400, END_BEFORE_START);
}
