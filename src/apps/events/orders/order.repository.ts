import { In } from 'typeorm';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { EventOrder, Ticket } from './order.entity.js';

const DUE_EVENTS = sql(
  'events_orders_due_events',
  `SELECT DISTINCT event_id FROM ext_events.orders WHERE status = 'pending' AND hold_expires_at <= now()`,
);
const LOCK_DUE = sql(
  'events_orders_lock_due',
  `SELECT * FROM ext_events.orders WHERE event_id = $1 AND status = 'pending' AND hold_expires_at <= now()
   ORDER BY id FOR UPDATE`,
);
const FORGET_UNOPENED = sql(
  'events_orders_forget_unopened',
  `UPDATE ext_events.orders SET request_key = NULL
   WHERE owner_id = $1 AND request_key = $2 AND status = 'expired' AND checkout_url IS NULL`,
);
const CANCEL_ALL = sql(
  'events_orders_cancel_all',
  `UPDATE ext_events.orders SET status = CASE status WHEN 'pending' THEN 'expired' ELSE 'cancelled' END,
     cancelled_by = CASE status WHEN 'pending' THEN 'system' ELSE 'organizer' END,
     refund_due_minor = CASE status WHEN 'pending' THEN 0 ELSE total_minor - refunded_minor END, updated_at = now()
   WHERE event_id = $1 AND status IN ('pending', 'confirmed')`,
);
// What was asked for and has not arrived yet is not asked for again.
const TAKE_OWED = sql(
  'events_orders_take_owed',
  `UPDATE ext_events.orders o SET refund_started_minor = o.refunded_minor + o.refund_due_minor, updated_at = now()
   FROM (
     SELECT id, refunded_minor + refund_due_minor - greatest(refund_started_minor, refunded_minor) AS amount
     FROM ext_events.orders
     WHERE refund_due_minor > 0 AND refunded_minor + refund_due_minor > refund_started_minor
     ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED
   ) d WHERE o.id = d.id RETURNING o.payment_id, d.amount::text`,
);
const FORGET_BUYER = sql(
  'events_orders_forget_buyer',
  `UPDATE ext_events.orders SET request_key = NULL, checkout_url = NULL WHERE owner_id = $1`,
);
const OWED = sql(
  'events_orders_owed',
  `SELECT count(*)::int AS count FROM ext_events.orders WHERE event_id = $1 AND refund_due_minor > 0`,
);
const HELD_BY = sql(
  'events_tickets_of_buyer',
  `SELECT t.ticket_type_id, count(*)::int AS count FROM ext_events.orders o
   JOIN ext_events.tickets t ON t.order_id = o.id
   WHERE o.owner_id = $1 AND o.event_id = $2 AND t.status IN ('held', 'valid') GROUP BY t.ticket_type_id`,
);
const ADD_TICKETS = sql(
  'events_tickets_add',
  `INSERT INTO ext_events.tickets (id, owner_id, order_id, event_id, ticket_type_id, code, attendee_name,
     attendee_email, answers, price_minor, status)
   SELECT * FROM jsonb_to_recordset($1::jsonb) AS t (id uuid, owner_id uuid, order_id uuid, event_id uuid,
     ticket_type_id uuid, code text, attendee_name text, attendee_email text, answers jsonb, price_minor bigint,
     status text) RETURNING *`,
);
const FORGET_HOLDER = sql(
  'events_tickets_forget_holder',
  `UPDATE ext_events.tickets SET owner_id = NULL, attendee_name = '', attendee_email = NULL, answers = '{}',
     updated_at = now() WHERE owner_id = $1`,
);

@AppProvider()
export class OrderRepository extends EntityRepository<EventOrder> {
  protected readonly entity = EventOrder;

  /** The event is locked. */
  lock(id: string): Promise<EventOrder> {
    return this.findOne({ id }, { lock: 'update' }) as Promise<EventOrder>;
  }

  async change(id: string, changes: Values<EventOrder>): Promise<EventOrder> {
    return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as EventOrder;
  }

  /** The order that the same request has made. One that never got a page is none. */
  async ofRequest(owner_id: string, request_key: string): Promise<EventOrder | undefined> {
    await this.count(FORGET_UNOPENED, owner_id, request_key);
    return this.findOne({ owner_id, request_key });
  }

  /**
   * An earlier attempt of the same call that got no page makes room for the next. Its payment has the sum, so the next
   * one has to be the same.
   */
  dropUnopened(same: Pick<EventOrder, 'payment_id' | 'event_id' | 'total_minor' | 'currency'>) {
    return this.deleteOne({ ...same, status: 'expired', checkout_url: null });
  }

  async eventsWithDue(): Promise<string[]> {
    return (await this.rows<{ event_id: string }>(DUE_EVENTS)).map(({ event_id }) => event_id);
  }

  lockDue(eventId: string): Promise<EventOrder[]> {
    return this.converted(LOCK_DUE, eventId);
  }

  /** Ends all orders of a cancelled event; what was paid is owed. Returns how many orders something is owed of. */
  async cancelAll(eventId: string): Promise<number> {
    await this.count(CANCEL_ALL, eventId);
    return this.countOwed(eventId);
  }

  async countOwed(eventId: string): Promise<number> {
    return (await this.onlyOne<{ count: number }>(OWED, eventId)).count;
  }

  /** What is owed and was not asked for yet, which counts as asked for from now on. A hundred at most. */
  async takeOwed(): Promise<{ payment_id: string; amount: bigint }[]> {
    const rows = await this.rows<{ payment_id: string; amount: string }>(TAKE_OWED);
    return rows.map(({ payment_id, amount }) => ({ payment_id, amount: BigInt(amount) }));
  }

  async forgetBuyer(ownerId: string): Promise<void> {
    await this.count(FORGET_BUYER, ownerId);
  }

  /** Of a buyer, what is pending or confirmed. */
  openOf(owner_id: string): Promise<EventOrder[]> {
    return this.find({ owner_id, status: In(['pending', 'confirmed']) }, { order: { id: 'ASC' }, lock: 'update' });
  }
}

@AppProvider()
export class TicketRepository extends EntityRepository<Ticket> {
  protected readonly entity = Ticket;

  ofOrder(order_id: string): Promise<Ticket[]> {
    return this.find({ order_id }, { order: { id: 'ASC' } });
  }

  lockOfOrder(order_id: string): Promise<Ticket[]> {
    return this.find({ order_id }, { order: { id: 'ASC' }, lock: 'update' });
  }

  async change(id: string, changes: Values<Ticket>): Promise<Ticket> {
    return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as Ticket;
  }

  addAll(tickets: Partial<Ticket>[]): Promise<Ticket[]> {
    return this.converted(ADD_TICKETS, JSON.stringify(tickets));
  }

  /** How many tickets that count a buyer has, by type and over all orders. */
  async countOfBuyer(buyerId: string, eventId: string): Promise<Map<string, number>> {
    const rows = await this.rows<{ ticket_type_id: string; count: number }>(HELD_BY, buyerId, eventId);
    return new Map(rows.map(({ ticket_type_id, count }) => [ticket_type_id, count]));
  }

  async setStatus(ids: string[], status: Ticket['status']): Promise<void> {
    if (ids.length) await this.update({ id: In(ids) }, { status, updated_at: NOW });
  }

  /** Of a whole event that is cancelled; returns how many were valid or held. */
  cancelAll(event_id: string): Promise<number> {
    return this.update({ event_id, status: In(['valid', 'held']) }, { status: 'cancelled', updated_at: NOW });
  }

  countValid(owner_id: string, event_id: string): Promise<number> {
    return this.countWhere({ event_id, status: 'valid', owner_id });
  }

  /** Takes out who held them. */
  async forgetHolder(ownerId: string): Promise<void> {
    await this.count(FORGET_HOLDER, ownerId);
  }
}
