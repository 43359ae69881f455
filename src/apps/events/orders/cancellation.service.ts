import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AnnouncementsService } from '../announcements/announcements.service.js';
import type { TicketedEvent } from '../catalogue/event.entity.js';
import { EventRepository } from '../catalogue/event.repository.js';
import { PromoCodeRepository } from '../catalogue/ticket-type.repository.js';
import { OffersService } from '../waitlist/offers.service.js';
import { OrderRepository, TicketRepository } from './order.repository.js';

/** Ends a whole event. It is locked. */
@AppProvider()
export class CancellationService {
  constructor(
    private readonly events: EventRepository,
    private readonly codes: PromoCodeRepository,
    private readonly orders: OrderRepository,
    private readonly tickets: TicketRepository,
    private readonly offers: OffersService,
    private readonly announcements: AnnouncementsService,
  ) {}

  /** The same again changes nothing. */
  async cancel(before: TicketedEvent, reason: string | null) {
    const { id, title } = before;
    if (before.status === 'cancelled')
      return { event: before, tickets_cancelled: 0, refunds_due: await this.orders.countOwed(id) };
    await this.offers.lock(id);
    const tickets_cancelled = await this.tickets.cancelAll(id);
    const refunds_due = await this.orders.cancelAll(id);
    await this.offers.close(id);
    await this.codes.update({ event_id: id }, { used: 0 });
    const event = await this.events.change(id, {
      status: 'cancelled',
      cancel_reason: reason,
      cancelled_at: NOW,
      calendar_sequence: before.calendar_sequence + 1,
      sold: 0,
      held: 0,
    });
    const body = `The event is cancelled.${reason ? ` ${reason}` : ''}`;
    const notice = { type: 'events.cancelled', title, body, data: { reason }, audience: 'cancelled' } as const;
    if (tickets_cancelled) await this.announcements.write({ event_id: id, ...notice });
    return { event, tickets_cancelled, refunds_due };
  }
}
