import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ConversationService } from '../messages/conversation.service.js';
import { SupportNotificationsService } from '../support-notifications.service.js';
import { SupportSettings } from '../support.settings.js';
import { FinishingRepository } from './finishing.repository.js';
import { TicketRepository } from './ticket.repository.js';
import { TicketsService } from './tickets.service.js';

const BATCH = 200;

/** What comes to its end by itself, so many at a time. Each tells whether there was something. */
@AppProvider()
export class FinishTickets {
  constructor(
    private readonly finishing: FinishingRepository,
    private readonly rows: TicketRepository,
    private readonly tickets: TicketsService,
    private readonly conversation: ConversationService,
    private readonly settings: AppSettings,
    private readonly notifications: SupportNotificationsService,
  ) {}

  desks(): Promise<string[]> {
    return this.finishing.desks();
  }

  async close(ownerId: string): Promise<boolean> {
    const { auto_close_days } = await this.settings.of(SupportSettings, ownerId);
    const ids = await this.finishing.resolved(ownerId, auto_close_days, BATCH);
    const changes = await this.tickets.changes(await this.rows.lock(ids), null);
    for (const change of changes) change.close();
    await this.tickets.keep(changes);
    return changes.length > 0;
  }

  async resolve(ownerId: string): Promise<boolean> {
    const { auto_resolve_days: days, ratings } = await this.settings.of(SupportSettings, ownerId);
    const ids = days === null ? [] : await this.finishing.pending(ownerId, days, BATCH);
    if (!ids.length) return false;
    const changes = await this.tickets.changes(await this.rows.lock(ids), null);
    const body = `This ticket is resolved, as it was not answered for ${days === 1 ? 'a day' : `${days} days`}.`;
    await this.conversation.saySame(changes, body);
    for (const change of changes) change.set('resolved');
    await this.tickets.keep(changes);
    for (const { ticket } of changes)
      this.notifications.ended(ticket, [ticket.requester_id], { body, asksRating: ratings });
    return true;
  }

  /** Whose owner has gone: nobody answers there any more. */
  async closeAll(ownerId: string): Promise<boolean> {
    const changes = await this.tickets.changes(await this.rows.lockOfDesk(ownerId, BATCH), null);
    for (const change of changes) change.close();
    await this.tickets.keep(changes);
    return changes.length > 0;
  }
}
