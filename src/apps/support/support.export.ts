import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';
import { HIDDEN_FROM_REQUESTER } from './support.views.js';

const AT_DESK = 'SELECT id FROM ext_support.tickets WHERE owner_id = $1';
const ASKED = 'SELECT id FROM ext_support.tickets WHERE requester_id = $1';
const OF = (tickets: string) => `ticket_id = ANY (ARRAY(${tickets}))`;
/** What the caller may read: everything at their own desk, and the public part of their own tickets. */
const READ = `(${OF(AT_DESK)} OR (${OF(ASKED)} AND visibility = 'public'))`;

/** A desk with everything in it; and of the caller's tickets at other desks what a customer sees. */
const TABLES: Record<string, string> = {
  desks: 'owner_id = $1',
  agents: 'owner_id = $1 OR user_id = $1',
  tickets: 'owner_id = $1 OR requester_id = $1',
  messages: READ,
  uploads: `owner_id = $1 OR message_id = ANY (ARRAY(SELECT id FROM ext_support.messages WHERE ${READ}))`,
  ticket_events: `${OF(AT_DESK)} OR (${OF(ASKED)} AND kind = 'status')`,
  canned_replies: 'owner_id = $1',
  ratings: 'owner_id = $1 OR desk_owner_id = $1',
};

const SHOWN = {
  tickets: `to_jsonb(t) - CASE WHEN t.owner_id = $1 THEN '{search}'
    ELSE '{search,${HIDDEN_FROM_REQUESTER.join(',')}}' END::text[]`,
};

const STATEMENTS = exportStatements('support', TABLES, SHOWN);

@AppProvider()
export class SupportExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
