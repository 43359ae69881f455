import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Deadlines } from '../sla/deadlines.js';
import { SupportNotificationsService } from '../support-notifications.service.js';
import { SupportSettings } from '../support.settings.js';
import { TicketChange } from './ticket-change.js';
import { TicketEventRepository } from './ticket-event.repository.js';
import { type Locked, TicketRepository } from './ticket.repository.js';

/** Tickets that are locked, from their beginning to what is written of them. */
@AppProvider()
export class TicketsService {
  constructor(
    private readonly rows: TicketRepository,
    private readonly events: TicketEventRepository,
    private readonly settings: AppSettings,
    private readonly notifications: SupportNotificationsService,
  ) {}

  /** Of any desks; what each desk has set holds for its own. */
  async changes(locked: Locked[], actorId: string | null): Promise<TicketChange[]> {
    if (!locked.length) return [];
    const owners = [...new Set(locked.map(({ owner_id }) => owner_id))];
    const settings = await this.settings.ofMany(SupportSettings, owners);
    const deadlines = new Map(owners.map((id) => [id, new Deadlines(settings.get(id) as SupportSettings)] as const));
    return locked.map(({ now, ...ticket }) => {
      const ofDesk = deadlines.get(ticket.owner_id) as Deadlines;
      return new TicketChange(ticket, ofDesk, now, actorId);
    });
  }

  /** Inserts a new ticket with its events. */
  async create(change: TicketChange): Promise<void> {
    await this.rows.create(change);
    await this.events.record(change.events);
  }

  /** Those in which something has happened. */
  keep(changes: TicketChange[]): Promise<void> {
    return this.keepAll(changes.filter(({ hasMoved, events }) => hasMoved || events.length > 0));
  }

  /** Saves tickets with their events and notifies about missed deadlines. */
  async keepAll(changes: TicketChange[]): Promise<void> {
    if (!changes.length) return;
    await this.rows.save(changes);
    await this.events.record(changes.flatMap(({ events }) => events));
    for (const { ticket, missed } of changes) for (const due of missed) this.notifications.breached(ticket, due);
  }
}
