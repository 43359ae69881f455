import type { Move } from '../catalogue/event.repository.js';
import { remainingOf } from '../catalogue/sale.policy.js';
import type { LockedEvent } from '../waitlist/offers.service.js';

/** How many of each. */
export function countsOf(ids: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** The moves of tickets: each makes so many seats of its type sold and held. */
export const movesOfTickets = (
  tickets: { ticket_type_id: string }[],
  { sold, held }: Pick<Move, 'sold' | 'held'>,
): Move[] =>
  [...countsOf(tickets.map(({ ticket_type_id }) => ticket_type_id))].map(([ticket_type_id, count]) => ({
    ticket_type_id,
    sold: sold * count,
    held: held * count,
  }));

/** Whether so many seats of each type are free, in the types and in the whole event. `released`: seats that a caller gives back. */
export function hasSeats({ event, types }: LockedEvent, wanted: Map<string, number>, released?: Move): boolean {
  const back = released ? -released.held : 0;
  const all = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const left = event.capacity === null ? Infinity : event.capacity - event.sold - event.held + back;
  if (all > left) return false;
  return [...wanted].every(([id, count]) => {
    const type = types.get(id);
    if (!type) return false;
    const ofType = remainingOf(type, { capacity: null, sold: 0, held: 0 }) ?? Infinity;
    return count <= ofType + (released?.ticket_type_id === id ? back : 0);
  });
}
