import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { TicketedEvent } from '../catalogue/event.entity.js';
import { EventRepository, type Move } from '../catalogue/event.repository.js';
import { isOnSale, saleEndOf } from '../catalogue/sale.policy.js';
import type { TicketType } from '../catalogue/ticket-type.entity.js';
import { TicketTypeRepository } from '../catalogue/ticket-type.repository.js';
import { EventsSettings } from '../events.settings.js';
import type { WaitlistEntry } from './waitlist-entry.entity.js';
import { WaitlistRepository } from './waitlist.repository.js';

const BATCH = 200;
const HOUR = 3_600_000;

/** An event whose row and ticket types are locked. */
export interface LockedEvent {
  event: TicketedEvent;
  types: Map<string, TicketType>;
}

/** Seats that are free, passed to those who wait for them. */
@AppProvider()
export class OffersService {
  constructor(
    private readonly events: EventRepository,
    private readonly types: TicketTypeRepository,
    private readonly entries: WaitlistRepository,
    private readonly settings: AppSettings,
    private readonly notifications: AppNotificationsService,
  ) {}

  /** Locks the event and then its ticket types: who changes seats begins here. */
  async lock(eventId: string): Promise<LockedEvent | undefined> {
    const event = await this.events.lock(eventId);
    if (!event) return undefined;
    const types = await this.types.lockOfEvent(eventId);
    return { event, types: new Map(types.map((type) => [type.id, type])) };
  }

  /** The same for who has not locked the event yet, and may have to do with its organiser. */
  async begin(eventId: string): Promise<LockedEvent | undefined> {
    await this.events.keepOwner(eventId);
    return this.lock(eventId);
  }

  /**
   * Offers free seats in the order of joining. An entry that does not fit keeps its place, and the next one that fits
   * gets the seats; what nobody can take stays on public sale. The event is locked.
   */
  async offerFree(eventId: string): Promise<void> {
    let batch = await this.entries.inTurn(eventId, undefined, BATCH);
    if (!batch.length) return;
    const locked = (await this.lock(eventId)) as LockedEvent;
    const { event, types } = locked;
    if (event.status !== 'published' || event.owner_id === null) return;
    const free = new FreeSeats(locked);
    const life = (await this.settings.of(EventsSettings, event.owner_id)).waitlist_offer_hours * HOUR;
    const offered: { entry: WaitlistEntry; until: Date }[] = [];
    while (batch.length && free.hasAny) {
      for (const entry of batch) {
        const type = types.get(entry.ticket_type_id) as TicketType;
        if (!isOnSale(type, event) || !free.take(type.id, entry.quantity)) continue;
        offered.push({ entry, until: new Date(Math.min(Date.now() + life, saleEndOf(type, event).getTime())) });
      }
      batch = batch.length < BATCH ? [] : await this.entries.inTurn(eventId, batch.at(-1), BATCH);
    }
    if (!offered.length) return;
    await this.entries.offer(offered.map(({ entry: { id }, until }) => ({ id, until })));
    await this.events.moveSeats(
      eventId,
      movesOf(
        offered.map(({ entry }) => entry),
        1,
      ),
    );
    for (const { entry, until } of offered) this.notify(event, entry, until);
  }

  /** Ends the offers of an event that ran out. The event is locked; who calls offers the seats again. */
  async expireDue(eventId: string): Promise<void> {
    await this.giveBack(eventId, await this.entries.expireDue(eventId));
  }

  /** Seats that become sold or held, or come back. The event is locked. */
  moveSeats(eventId: string, moves: Move[]): Promise<void> {
    return this.events.moveSeats(eventId, moves);
  }

  /** Ends what a user waits for or was offered; returns the offers, whose seats are to be given back. */
  endOf(userId: string): Promise<WaitlistEntry[]> {
    return this.entries.endOf(userId);
  }

  /** Nothing of an event is sold, held or waited for any more. */
  async close(eventId: string): Promise<void> {
    await this.entries.close(eventId);
    await this.types.update({ event_id: eventId }, { sold: 0, held: 0 });
  }

  /** Takes the seats of open offers back. The event is locked. */
  async giveBack(eventId: string, entries: WaitlistEntry[]): Promise<void> {
    await this.events.moveSeats(eventId, movesOf(entries, -1));
  }

  private notify({ id, title }: TicketedEvent, entry: WaitlistEntry, until: Date): void {
    const data = { event_id: id, waitlist_entry_id: entry.id, ticket_type_id: entry.ticket_type_id };
    this.notifications.notify(entry.owner_id, {
      type: 'events.waitlist_offer',
      title,
      body: `${entry.quantity === 1 ? 'A seat is' : `${entry.quantity} seats are`} held for you until ${until.toISOString()}.`,
      data: { ...data, quantity: entry.quantity, offer_expires_at: until },
    });
  }
}

/** The seats of these entries, held (1) or given back (-1). One move for each type. */
function movesOf(entries: Pick<WaitlistEntry, 'ticket_type_id' | 'quantity'>[], sign: 1 | -1) {
  const held = new Map<string, number>();
  for (const { ticket_type_id: id, quantity } of entries) held.set(id, (held.get(id) ?? 0) + sign * quantity);
  return [...held].map(([ticket_type_id, seats]) => ({ ticket_type_id, sold: 0, held: seats }));
}

/** What is left while seats are given out. */
class FreeSeats {
  private readonly ofType: Map<string, number>;
  private ofEvent: number;

  constructor({ event, types }: LockedEvent) {
    this.ofEvent = (event.capacity ?? Infinity) - event.sold - event.held;
    this.ofType = new Map(
      [...types.values()].map(({ id, quantity, sold, held }) => [id, (quantity ?? Infinity) - sold - held]),
    );
  }

  get hasAny(): boolean {
    return this.ofEvent > 0 && [...this.ofType.values()].some((seats) => seats > 0);
  }

  take(typeId: string, seats: number): boolean {
    const left = this.ofType.get(typeId) ?? 0;
    if (seats > left || seats > this.ofEvent) return false;
    this.ofType.set(typeId, left - seats);
    this.ofEvent -= seats;
    return true;
  }
}
