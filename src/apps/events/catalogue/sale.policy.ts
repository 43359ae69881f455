import type { TicketedEvent } from './event.entity.js';
import type { TicketType } from './ticket-type.entity.js';

export const SALE_STATES = ['upcoming', 'on_sale', 'sold_out', 'ended'] as const;
export type SaleState = (typeof SALE_STATES)[number];

type Sold = Pick<TicketType, 'sold' | 'held' | 'quantity'>;
type Limited = Pick<TicketedEvent, 'sold' | 'held' | 'capacity'>;
type Timed = Pick<TicketedEvent, 'starts_at' | 'ends_at' | 'status'>;
type OnSale = Pick<TicketType, 'sales_start_at' | 'sales_end_at' | 'status'>;

/** How many seats are free, as the type and the event limit them; null: as many as are wanted. */
export function remainingOf(type: Sold, event: Limited): number | null {
  const left = [leftOf(type.quantity, type), leftOf(event.capacity, event)].filter((seats) => seats !== null);
  return left.length ? Math.max(0, Math.min(...left)) : null;
}

const leftOf = (limit: number | null, { sold, held }: Pick<Sold, 'sold' | 'held'>) =>
  limit === null ? null : limit - sold - held;

/** When tickets are sold for the last time: never after the end of the event. */
export function saleEndOf({ sales_end_at }: OnSale, { starts_at, ends_at }: Timed): Date {
  const end = sales_end_at ?? starts_at;
  return end < ends_at ? end : ends_at;
}

export const isSaleOver = (type: OnSale, event: Timed) =>
  type.status !== 'active' || event.status !== 'published' || saleEndOf(type, event).getTime() <= Date.now();

export const isOnSale = (type: OnSale, event: Timed) =>
  !isSaleOver(type, event) && (type.sales_start_at?.getTime() ?? 0) <= Date.now();

/** A draft shows what its publication would. */
export function saleStateOf(type: TicketType, event: TicketedEvent): SaleState {
  const shown = { ...event, status: event.status === 'draft' ? ('published' as const) : event.status };
  if (isSaleOver(type, shown)) return 'ended';
  if (!isOnSale(type, shown)) return 'upcoming';
  return remainingOf(type, event) === 0 ? 'sold_out' : 'on_sale';
}
