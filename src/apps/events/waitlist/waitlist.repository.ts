import { In } from 'typeorm';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { WaitlistEntry } from './waitlist-entry.entity.js';

const IN_TURN = sql(
  'events_waitlist_in_turn',
  `SELECT * FROM ext_events.waitlist_entries
   WHERE event_id = $1 AND status = 'waiting' AND (created_at, id) > ($2::timestamptz, $3::uuid)
   ORDER BY created_at, id LIMIT $4`,
);
const OFFER = sql(
  'events_waitlist_offer',
  `UPDATE ext_events.waitlist_entries w SET status = 'offered', offered_at = now(), offer_expires_at = o.until,
     updated_at = now()
   FROM unnest($1::uuid[], $2::timestamptz[]) o (id, until) WHERE w.id = o.id`,
);
const POSITION = sql(
  'events_waitlist_position',
  `SELECT count(*)::int AS count FROM ext_events.waitlist_entries
   WHERE ticket_type_id = $1 AND status = 'waiting' AND (created_at, id) <= ($2::timestamptz, $3::uuid)`,
);
const DUE_EVENTS = sql(
  'events_waitlist_due',
  `SELECT DISTINCT event_id FROM ext_events.waitlist_entries WHERE status = 'offered' AND offer_expires_at <= now()`,
);
// A sale that begins frees its seats without anybody doing anything. What does not fit then is offered when seats come back.
const SALES_BEGUN = sql(
  'events_waitlist_sales_begun',
  `SELECT DISTINCT t.event_id FROM ext_events.ticket_types t
   JOIN ext_events.waitlist_entries w ON w.ticket_type_id = t.id AND w.status = 'waiting'
   JOIN ext_events.events e ON e.id = t.event_id AND e.status = 'published'
   WHERE t.sales_start_at > now() - interval '1 day' AND t.sales_start_at <= now() AND t.status = 'active'
     AND least(coalesce(t.sales_end_at, e.starts_at), e.ends_at) > now()
     AND coalesce(t.sold + t.held + w.quantity <= t.quantity, true)
     AND coalesce(e.sold + e.held + w.quantity <= e.capacity, true)`,
);
const EXPIRE_DUE = sql(
  'events_waitlist_expire_due',
  `UPDATE ext_events.waitlist_entries SET status = 'expired', updated_at = now()
   WHERE event_id = $1 AND status = 'offered' AND offer_expires_at <= now() RETURNING *`,
);
const WAITING = sql(
  'events_waitlist_waiting',
  `SELECT ticket_type_id, count(*)::int AS count FROM ext_events.waitlist_entries
   WHERE event_id = $1 AND status = 'waiting' GROUP BY ticket_type_id`,
);

// Somebody may have joined anew meanwhile: an entry of a type is open once.
const PUT_BACK = sql(
  'events_waitlist_put_back',
  `UPDATE ext_events.waitlist_entries w SET status = 'waiting', offered_at = NULL, offer_expires_at = NULL,
     updated_at = now()
   WHERE id = $1 AND NOT EXISTS (SELECT FROM ext_events.waitlist_entries o
     WHERE o.ticket_type_id = w.ticket_type_id AND o.owner_id = w.owner_id AND o.status IN ('waiting', 'offered'))`,
);

const FROM_START = ['-infinity', '00000000-0000-0000-0000-000000000000'];

@AppProvider()
export class WaitlistRepository extends EntityRepository<WaitlistEntry> {
  protected readonly entity = WaitlistEntry;

  lock(id: string): Promise<WaitlistEntry | undefined> {
    return this.findOne({ id }, { lock: 'update' });
  }

  async change(id: string, changes: Values<WaitlistEntry>): Promise<WaitlistEntry> {
    return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as WaitlistEntry;
  }

  /** Those who wait, in the order of joining, after one of them. */
  inTurn(eventId: string, after: WaitlistEntry | undefined, count: number): Promise<WaitlistEntry[]> {
    const from = after ? [after.created_at, after.id] : FROM_START;
    return this.rows<WaitlistEntry>(IN_TURN, eventId, ...from, count);
  }

  async offer(offers: { id: string; until: Date }[]): Promise<void> {
    await this.count(
      OFFER,
      offers.map(({ id }) => id),
      offers.map(({ until }) => until),
    );
  }

  /** Back to where it stood in the order of joining. */
  async putBack(id: string): Promise<void> {
    await this.count(PUT_BACK, id);
  }

  /** The place among those who wait for the same type, from 1. */
  async position({ ticket_type_id, created_at, id }: WaitlistEntry): Promise<number> {
    return (await this.onlyOne<{ count: number }>(POSITION, ticket_type_id, created_at, id)).count;
  }

  /** The events with offers that ran out, or with a sale that has begun while people wait. */
  async eventsWithDue(): Promise<string[]> {
    type Row = { event_id: string };
    const rows = [...(await this.rows<Row>(DUE_EVENTS)), ...(await this.rows<Row>(SALES_BEGUN))];
    return rows.map(({ event_id }) => event_id);
  }

  /** Ends the offers that ran out, and returns them. The event is locked. */
  expireDue(eventId: string): Promise<WaitlistEntry[]> {
    return this.rows<WaitlistEntry>(EXPIRE_DUE, eventId);
  }

  /** Ends all that is open. */
  async close(event_id: string): Promise<void> {
    await this.update({ event_id, status: In(['waiting', 'offered']) }, { status: 'expired', updated_at: NOW });
  }

  /** Ends what a user has open; returns what was offered, whose seats are free then. */
  async endOf(owner_id: string): Promise<WaitlistEntry[]> {
    const offered = await this.find({ owner_id, status: 'offered' }, { order: { id: 'ASC' }, lock: 'update' });
    await this.update({ owner_id, status: In(['waiting', 'offered']) }, { status: 'left', updated_at: NOW });
    return offered;
  }

  openOf(event_id: string, owner_id: string): Promise<WaitlistEntry[]> {
    return this.find({ event_id, owner_id, status: In(['waiting', 'offered']) }, { order: { id: 'ASC' } });
  }

  /** How many entries wait, by type. */
  async waiting(eventId: string): Promise<Map<string, number>> {
    const rows = await this.rows<{ ticket_type_id: string; count: number }>(WAITING, eventId);
    return new Map(rows.map(({ ticket_type_id, count }) => [ticket_type_id, count]));
  }
}
