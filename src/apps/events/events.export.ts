import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OF_OWN_EVENTS = 'event_id IN (SELECT id FROM ext_events.events WHERE owner_id = $1)';

/** An organiser's events with all that belongs to them; a buyer's orders, tickets and places on waitlists. */
const TABLES: Record<string, string> = {
  events: 'owner_id = $1',
  ticket_types: OF_OWN_EVENTS,
  promo_codes: OF_OWN_EVENTS,
  orders: `owner_id = $1 OR ${OF_OWN_EVENTS}`,
  tickets: `owner_id = $1 OR ${OF_OWN_EVENTS}`,
  check_ins: OF_OWN_EVENTS,
  waitlist_entries: `owner_id = $1 OR ${OF_OWN_EVENTS}`,
  announcements: OF_OWN_EVENTS,
};

/** What the app has written down for itself, and what is a key of the buyer. */
const SHOWN: Record<string, string> = {
  orders: `to_jsonb(t) - CASE WHEN t.owner_id = $1 THEN '{refund_started_minor}'
    ELSE '{refund_started_minor,checkout_url,request_key}' END::text[]`,
  announcements: `to_jsonb(t) - '{sent_through}'::text[]`,
};

const STATEMENTS = exportStatements('events', TABLES, SHOWN);

@AppProvider()
export class EventsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
