import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { AppProvider } from '../kernel/app-provider.js';
import { hasEnded } from './catalogue/event.entity.js';
import { EventRepository } from './catalogue/event.repository.js';
import { CancellationService } from './orders/cancellation.service.js';
import { isCancellable } from './orders/cancelling.policy.js';
import { OrderChangesService } from './orders/order-changes.service.js';
import { OrderRepository, TicketRepository } from './orders/order.repository.js';
import { OffersService } from './waitlist/offers.service.js';

/**
 * The coming events of an organiser are cancelled, and what was paid for them is owed; events with orders stay, without
 * an organiser. Seats that a buyer could cancel come back; others stay valid, without a name, as do those of past events.
 */
@AppProvider()
export class EventsAccountDeletion extends AccountDeletionHook {
  constructor(
    private readonly events: EventRepository,
    private readonly orders: OrderRepository,
    private readonly tickets: TicketRepository,
    private readonly changes: OrderChangesService,
    private readonly offers: OffersService,
    private readonly cancellations: CancellationService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const events = await this.events.lockOfUser(userId);
    for (const event of events) await this.offers.lock(event.id);
    const offers = await this.offers.endOf(userId);
    for (const order of await this.orders.openOf(userId)) await this.endOrder(order.id, userId);
    for (const event of events) {
      await this.offers.giveBack(
        event.id,
        offers.filter(({ event_id }) => event_id === event.id),
      );
      if (event.owner_id !== userId) await this.offers.offerFree(event.id);
      else if (event.status === 'published' && !hasEnded(event)) await this.cancellations.cancel(event, null);
    }
    await this.events.forgetStaff(userId);
    await this.tickets.forgetHolder(userId);
    await this.orders.forgetBuyer(userId);
    await this.events.disown(userId);
  }

  private async endOrder(id: string, userId: string): Promise<void> {
    const order = await this.orders.lock(id);
    const event = await this.events.the({ id: order.event_id }, 'Event');
    if (order.status === 'pending') {
      await this.changes.expire(order);
      return;
    }
    const tickets = (await this.tickets.lockOfOrder(id)).filter(
      ({ status, owner_id, checked_in_at }) => status === 'valid' && owner_id === userId && !checked_in_at,
    );
    if (tickets.length && isCancellable(event, order)) await this.changes.cancel(order, tickets, 'buyer');
  }
}
