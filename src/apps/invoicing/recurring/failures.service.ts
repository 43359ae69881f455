import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import type { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ClientRepository } from '../clients/client.repository.js';
import { type DueRecurring, RecurringRepository } from './recurring.repository.js';

const MOST_FAILURES = 5;

/** Notes why an invoice could not be made, and tells the owner. Several failures in a row pause its schedule. */
@AppProvider()
export class FailuresService {
  constructor(
    private readonly recurring: RecurringRepository,
    private readonly clients: ClientRepository,
    private readonly notifications: AppNotificationsService,
  ) {}

  async note(due: DueRecurring, date: string, refusal: Refusal): Promise<void> {
    const recurring = await this.recurring.lockDue(due, date);
    // Another run has tried at the same time, and has noted it.
    if (!recurring || recurring.failures !== due.failures) return;
    const { id, owner_id, client_id } = recurring;
    const failures = recurring.failures + 1;
    const is_paused = failures >= MOST_FAILURES;
    const status = is_paused ? 'paused' : 'active';
    const error = textOf(refusal);
    await this.recurring.update({ id }, { failures, last_error: error, status, updated_at: NOW });
    const client = await this.clients.findOne({ id: client_id }, { select: ['name'] });
    this.notifications.notify(owner_id, {
      type: 'invoicing.recurring_failed',
      title: is_paused ? 'A recurring invoice is paused' : 'A recurring invoice could not be made',
      body: `${client?.name}, ${date}: ${error}`,
      data: { recurring_invoice_id: id, date, error, is_paused },
    });
  }
}

/** In words that tell the owner what to change. */
function textOf({ message, extra: { details = [] } }: Refusal): string {
  return details.map((fault) => ('message' in fault ? fault.message : fault.error)).join(', ') || message;
}
