import { Refusal } from '../../../platform/http/refusal.js';
import type { TicketedEvent } from './event.entity.js';

export const NO_VENUE = 'A venue is required';
export const NO_ADDRESS = 'An online address is required';

type Place = Pick<TicketedEvent, 'format' | 'venue_name' | 'address' | 'online_url'>;

/** What is published can be found: at a venue, online, or both. */
export function expectPlace({ format, venue_name, address, online_url }: Place): void {
  if (format !== 'online' && !(venue_name && address)) throw new Refusal(400, NO_VENUE);
  if (format !== 'in_person' && !online_url) throw new Refusal(400, NO_ADDRESS);
}
