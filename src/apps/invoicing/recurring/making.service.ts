import { DatabaseService } from '../../../platform/database/database.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { daysLater } from '../../kernel/calendar/periods.js';
import { InvoicesService } from '../documents/invoices.service.js';
import { IssuingService } from '../documents/issuing.service.js';
import { SendingService } from '../documents/sending.service.js';
import type { RecurringInvoice } from '../entities/recurring-invoice.entity.js';
import { FailuresService } from './failures.service.js';
import { type DueRecurring, RecurringRepository } from './recurring.repository.js';
import { dateAfter } from './schedule.policy.js';
import { linesOn } from './template.js';

const MOST_AT_ONCE = 12;

/** Makes the invoices of the dates that have come, each with a transaction of its own. */
@AppProvider()
export class MakingService {
  constructor(
    private readonly database: DatabaseService,
    private readonly recurring: RecurringRepository,
    private readonly invoices: InvoicesService,
    private readonly issuing: IssuingService,
    private readonly sending: SendingService,
    private readonly failures: FailuresService,
  ) {}

  /** Up to twelve dates. A refusal ends it until the next hour. */
  async catchUp(due: DueRecurring, today: string): Promise<void> {
    let { failures } = due;
    let date: string | null = due.next_date;
    for (let count = 0; count < MOST_AT_ONCE && date !== null && date <= today; count++) {
      const tried: string = date;
      try {
        date = await this.database.transaction(() => this.make(due, tried));
        failures = 0;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await this.database.transaction(() => this.failures.note({ ...due, failures }, tried, error));
        return;
      }
    }
  }

  /** The date after it, or null: there is none, or somebody else makes this invoice. */
  private async make(due: DueRecurring, date: string): Promise<string | null> {
    const recurring = await this.recurring.lockDue(due, date);
    if (!recurring) return null;
    const { id, made_count } = recurring;
    // The date of one that exists may have been asked for again: it counts once.
    const isMade = await this.recurring.isMade(id, date);
    if (!isMade) await this.makeInvoice(recurring, date);
    const made = { ...recurring, made_count: isMade ? made_count : made_count + 1 };
    const next_date = dateAfter(made, date);
    const status = next_date === null ? 'ended' : 'active';
    const after = { made_count: made.made_count, next_date, status, failures: 0, last_error: null } as const;
    await this.recurring.update({ id }, { ...after, updated_at: NOW });
    return next_date;
  }

  private async makeInvoice(recurring: RecurringInvoice, date: string): Promise<void> {
    const { id, owner_id, client_id, template, mode } = recurring;
    const { discount_percent, notes, due_days } = template;
    const draft = await this.invoices.create(owner_id, {
      client_id,
      input: {
        lines: linesOn(template, recurring, date),
        discount_percent: discount_percent ?? undefined,
        notes: notes ?? undefined,
        issue_date: date,
        due_date: due_days === null ? undefined : daysLater(date, due_days),
      },
      origin: { source: 'recurring', recurring_id: id, recurring_date: date },
      actor_id: null,
    });
    if (mode === 'issue') await this.issuing.issue(draft, null);
    if (mode === 'send') await this.sending.send(draft, null);
  }
}
