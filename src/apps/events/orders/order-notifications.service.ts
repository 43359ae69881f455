import { type AppNotice, AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { money } from '../../kernel/selling/prices.js';
import type { TicketedEvent } from '../catalogue/event.entity.js';
import { EventsSettings } from '../events.settings.js';
import type { EventOrder, Ticket } from './order.entity.js';

/** What buyers, holders and organisers are told of orders, in the transaction of its cause. */
@AppProvider()
export class OrderNotificationsService {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly settings: AppSettings,
  ) {}

  async notifyConfirmed(event: TicketedEvent, order: EventOrder, tickets: number): Promise<void> {
    const amount = money(order.total_minor, order.currency);
    const seats = `${tickets} ${tickets === 1 ? 'ticket' : 'tickets'}`;
    const booked = { type: 'events.booked', body: `You have ${seats}.` } as const;
    this.notify([order.owner_id], event, order, booked);
    if (event.owner_id === null) return;
    const { notify_on_order } = await this.settings.of(EventsSettings, event.owner_id);
    if (!notify_on_order) return;
    const body = order.total_minor
      ? `${seats} for ${amount} ${order.currency.toUpperCase()}.`
      : `${seats}, free of charge.`;
    const data = { user_id: order.owner_id, tickets, total: amount, currency: order.currency };
    this.notify([event.owner_id], event, order, { type: 'events.new_order', body, data, actor_id: order.owner_id });
  }

  /** The other side and the holders of the tickets. */
  notifyCancelled(event: TicketedEvent, order: EventOrder, tickets: Ticket[], by: string, reason?: string): void {
    const users = [order.owner_id, event.owner_id, ...tickets.map(({ owner_id }) => owner_id)];
    const count = tickets.length === 1 ? '1 ticket is' : `${tickets.length} tickets are`;
    const body = `${count} cancelled.${reason ? ` ${reason}` : ''}`;
    const data = { ticket_ids: tickets.map(({ id }) => id), reason: reason ?? null };
    this.notify(users, event, order, { type: 'events.order_cancelled', body, data, actor_id: by });
  }

  notifyUnfulfilled(event: TicketedEvent, order: EventOrder): void {
    const body = 'The payment came when there were no seats any more: it is to be refunded.';
    const data = { payment_id: order.payment_id };
    this.notify([order.owner_id, event.owner_id], event, order, { type: 'events.order_unfulfilled', body, data });
  }

  notifyRefunded(event: TicketedEvent, order: EventOrder, holders: (string | null)[]): void {
    const amount = money(order.total_minor, order.currency);
    const body = `${amount} ${order.currency.toUpperCase()} were refunded, and the tickets are cancelled.`;
    const notice = { type: 'events.refunded', body, data: { amount, currency: order.currency } } as const;
    this.notify([order.owner_id, ...holders], event, order, notice);
  }

  notifyReceived({ title }: Pick<TicketedEvent, 'title'>, ticket: Ticket, from: string): void {
    this.notifications.notify(ticket.owner_id as string, {
      type: 'events.ticket_received',
      title,
      body: 'Somebody has handed a ticket over to you.',
      data: { event_id: ticket.event_id, ticket_id: ticket.id, user_id: from },
      actor_id: from,
    });
  }

  /** A user is null where the account is deleted. */
  private notify(
    userIds: (string | null)[],
    { id, title }: TicketedEvent,
    order: EventOrder,
    { data, ...notice }: Omit<AppNotice, 'title'>,
  ): void {
    const users = userIds.filter((user) => user !== null);
    this.notifications.notifyMany(users, { ...notice, title, data: { event_id: id, order_id: order.id, ...data } });
  }
}
