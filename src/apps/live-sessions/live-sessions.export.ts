import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

/** A host's hours, offerings and sessions; the bookings of both sides. */
const TABLES: Record<string, string> = {
  schedules: 'owner_id = $1',
  offerings: 'owner_id = $1',
  sessions: 'owner_id = $1',
  bookings: 'owner_id = $1 OR host_id = $1',
};

/** What the app has written down for itself, and what is a key of the participant. */
const SHOWN: Record<string, string> = {
  sessions: `to_jsonb(t) - '{busy,alerts_sent,remind_at}'::text[]`,
  bookings: `to_jsonb(t) - CASE WHEN t.owner_id = $1 THEN '{refund_started_at}'
    ELSE '{refund_started_at,calendar_token,checkout_url,request_key}' END::text[]`,
};

const STATEMENTS = exportStatements('live-sessions', TABLES, SHOWN);

@AppProvider()
export class LiveSessionsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
