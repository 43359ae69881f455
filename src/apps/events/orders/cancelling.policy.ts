import { Refusal } from '../../../platform/http/refusal.js';
import { hasStarted, type TicketedEvent } from '../catalogue/event.entity.js';
import type { EventOrder, Ticket } from './order.entity.js';

export const NOT_ACTIVE = 'Order is not active';

const HOUR = 3_600_000;

/** Whether the buyer may cancel these tickets. */
export function expectCancellable(event: TicketedEvent, order: EventOrder, tickets: Ticket[]): void {
  if (!isCancellable(event, order)) throw new Refusal(409, 'Cancellation is no longer possible');
  if (tickets.some(({ checked_in_at }) => checked_in_at)) throw new Refusal(409, 'Ticket is already checked in');
  if (tickets.some(({ owner_id }) => owner_id !== order.owner_id))
    throw new Refusal(409, 'Ticket has been transferred');
}

/** What is free until the start, what is paid until some hours before it; what waits to be paid at any time. */
export function isCancellable(event: TicketedEvent, { status, total_minor }: EventOrder): boolean {
  if (status === 'pending') return true;
  if (!total_minor) return !hasStarted(event);
  const { cancel_until_hours: hours, starts_at } = event;
  return hours !== null && Date.now() < starts_at.getTime() - hours * HOUR;
}
