import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';

/** Seats of a refund after the end stay counted, so only events that are not over are compared. */
const COMING = `e.status = 'published' AND e.ends_at > now()`;

const ofType = (event: string) => `
  SELECT y.id, y.event_id, y.sold AS was_sold, y.held AS was_held,
    (SELECT count(*)::int FROM ext_events.tickets t WHERE t.ticket_type_id = y.id AND t.status = 'valid') AS sold,
    (SELECT count(*)::int FROM ext_events.tickets t WHERE t.ticket_type_id = y.id AND t.status = 'held')
      + (SELECT coalesce(sum(w.quantity), 0)::int FROM ext_events.waitlist_entries w
         WHERE w.ticket_type_id = y.id AND w.event_id = y.event_id AND w.status = 'offered') AS held
  FROM ext_events.ticket_types y JOIN ext_events.events e ON e.id = y.event_id WHERE ${event}`;
// A payment that is late is not counted beyond the uses of its code.
const ofCode = (event: string) => `
  SELECT p.id, p.event_id, p.used AS was_used, least((SELECT count(*)::int FROM ext_events.orders o
    WHERE o.promo_code_id = p.id AND o.status IN ('pending', 'confirmed')), p.max_uses) AS used
  FROM ext_events.promo_codes p JOIN ext_events.events e ON e.id = p.event_id WHERE ${event}`;
const ofEvent = (event: string) => `
  SELECT e.id, e.sold AS was_sold, e.held AS was_held, s.sold, s.held FROM ext_events.events e
    CROSS JOIN LATERAL (SELECT coalesce(sum(y.sold), 0)::int AS sold, coalesce(sum(y.held), 0)::int AS held
      FROM ext_events.ticket_types y WHERE y.event_id = e.id) s WHERE ${event}`;

const SEATS_DIFFER = '(c.was_sold, c.was_held) IS DISTINCT FROM (c.sold, c.held)';

const DIFFERING = sql(
  'events_recount_differing',
  `SELECT c.event_id FROM (${ofType(COMING)}) c WHERE ${SEATS_DIFFER}
   UNION SELECT c.event_id FROM (${ofCode(COMING)}) c WHERE c.was_used <> c.used
   UNION SELECT c.id FROM (${ofEvent(COMING)}) c WHERE ${SEATS_DIFFER}`,
);
const THE_EVENT = `${COMING} AND e.id = $1`;
const CORRECT_TYPES = sql(
  'events_recount_types',
  `UPDATE ext_events.ticket_types t SET sold = c.sold, held = c.held FROM (${ofType(THE_EVENT)}) c
   WHERE c.id = t.id AND ${SEATS_DIFFER}
   RETURNING 'ticket type' AS of, c.id, c.was_sold, c.was_held, c.sold, c.held`,
);
const CORRECT_CODES = sql(
  'events_recount_codes',
  `UPDATE ext_events.promo_codes p SET used = c.used FROM (${ofCode(THE_EVENT)}) c
   WHERE c.id = p.id AND c.was_used <> c.used RETURNING 'promo code' AS of, c.id, c.was_used, c.used`,
);
const CORRECT_EVENT = sql(
  'events_recount_event',
  `UPDATE ext_events.events t SET sold = c.sold, held = c.held FROM (${ofEvent(THE_EVENT)}) c
   WHERE c.id = t.id AND ${SEATS_DIFFER} RETURNING 'event' AS of, c.id, c.was_sold, c.was_held, c.sold, c.held`,
);

/** The seats and uses as the tickets and orders say. */
@AppProvider()
export class RecountRepository extends BaseRepository {
  /** The events of which a count differs. */
  async differing(): Promise<string[]> {
    return (await this.rows<{ event_id: string }>(DIFFERING)).map(({ event_id }) => event_id);
  }

  /** Corrects the counts of an event that is locked, and returns what differed. Its types come before their sum. */
  async correct(eventId: string): Promise<object[]> {
    const types = await this.rows<object>(CORRECT_TYPES, eventId);
    const codes = await this.rows<object>(CORRECT_CODES, eventId);
    return [...types, ...codes, ...(await this.rows<object>(CORRECT_EVENT, eventId))];
  }
}
