import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const TIMES = `${CREATED}, updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const USER = 'uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const TICKET = 'ticket_id uuid NOT NULL REFERENCES ext_support.tickets (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_support',
  `CREATE TABLE ext_support.desks (
    ${ROW},
    owner_id ${USER},
    next_number int NOT NULL DEFAULT 1,
    last_assigned_agent_id uuid,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX desks_of_owner ON ext_support.desks (owner_id)',

  `CREATE TABLE ext_support.agents (
    ${ROW},
    owner_id ${USER},
    user_id ${USER},
    display_name text,
    active boolean NOT NULL DEFAULT true,
    takes_tickets boolean NOT NULL DEFAULT true,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX agents_of_desk ON ext_support.agents (owner_id, user_id)',
  'CREATE INDEX agents_desks ON ext_support.agents (user_id) WHERE active',
  'CREATE INDEX agents_user ON ext_support.agents (user_id)',

  `CREATE TABLE ext_support.tickets (
    ${ROW},
    owner_id uuid NOT NULL,
    number int NOT NULL,
    requester_id uuid NOT NULL,
    subject text NOT NULL,
    status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'open', 'pending', 'resolved', 'closed')),
    priority text NOT NULL DEFAULT 'normal' CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
    assignee_id uuid,
    tags text[] NOT NULL DEFAULT '{}',
    reference_type text,
    reference_id uuid,
    response_started_at timestamptz(3),
    response_due_at timestamptz(3),
    response_look_at timestamptz(3),
    first_responded_at timestamptz(3),
    first_response_seconds int,
    resolution_due_at timestamptz(3),
    resolution_look_at timestamptz(3),
    resolution_used_seconds int NOT NULL DEFAULT 0,
    clock_started_at timestamptz(3),
    response_breached boolean NOT NULL DEFAULT false,
    resolution_breached boolean NOT NULL DEFAULT false,
    warned_response_at timestamptz(3),
    warned_resolution_at timestamptz(3),
    last_requester_at timestamptz(3),
    last_agent_at timestamptz(3),
    pending_at timestamptz(3),
    resolved_at timestamptz(3),
    closed_at timestamptz(3),
    reopened_count int NOT NULL DEFAULT 0,
    merged_into_id uuid REFERENCES ext_support.tickets (id) ON DELETE SET NULL,
    last_seq int NOT NULL DEFAULT 0,
    search tsvector,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX tickets_number ON ext_support.tickets (owner_id, number)',
  'CREATE INDEX tickets_of_desk ON ext_support.tickets (owner_id, status, priority, updated_at)',
  'CREATE INDEX tickets_updated ON ext_support.tickets (owner_id, updated_at DESC, id DESC)',
  'CREATE INDEX tickets_of_requester ON ext_support.tickets (requester_id, updated_at DESC, id DESC)',
  `CREATE INDEX tickets_due ON ext_support.tickets
    (owner_id, (coalesce(least(response_due_at, resolution_due_at), 'infinity'::timestamptz)), id)`,
  'CREATE INDEX tickets_of_assignee ON ext_support.tickets (assignee_id, status)',
  'CREATE INDEX tickets_merged ON ext_support.tickets (merged_into_id)',
  `CREATE INDEX tickets_pending ON ext_support.tickets (pending_at) WHERE status = 'pending'`,
  `CREATE INDEX tickets_resolved ON ext_support.tickets (resolved_at) WHERE status = 'resolved'`,
  `CREATE INDEX tickets_response_look ON ext_support.tickets (response_look_at)
    WHERE response_look_at IS NOT NULL`,
  `CREATE INDEX tickets_resolution_look ON ext_support.tickets (resolution_look_at)
    WHERE resolution_look_at IS NOT NULL`,
  'CREATE INDEX tickets_tags ON ext_support.tickets USING gin (tags)',
  'CREATE INDEX tickets_search ON ext_support.tickets USING gin (search)',

  `CREATE TABLE ext_support.messages (
    ${ROW},
    ${TICKET},
    seq int NOT NULL,
    author_id uuid,
    author_kind text NOT NULL CHECK (author_kind IN ('requester', 'agent', 'system')),
    visibility text NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'internal')),
    body text NOT NULL,
    client_ref text,
    canned_reply_id uuid,
    ${CREATED}
  )`,
  'CREATE UNIQUE INDEX messages_of_ticket ON ext_support.messages (ticket_id, seq)',
  'CREATE UNIQUE INDEX messages_by_ref ON ext_support.messages (ticket_id, author_id, client_ref)',
  `CREATE INDEX messages_of_author ON ext_support.messages (author_id, client_ref)
    WHERE client_ref IS NOT NULL`,

  `CREATE TABLE ext_support.uploads (
    ${ROW},
    owner_id ${USER},
    desk_owner_id uuid NOT NULL,
    file_key uuid NOT NULL,
    name text NOT NULL,
    size int NOT NULL,
    content_type text NOT NULL,
    message_id uuid REFERENCES ext_support.messages (id) ON DELETE CASCADE,
    ${CREATED}
  )`,
  'CREATE INDEX uploads_of_message ON ext_support.uploads (message_id)',
  'CREATE INDEX uploads_unused ON ext_support.uploads (created_at) WHERE message_id IS NULL',
  'CREATE INDEX uploads_of_owner ON ext_support.uploads (owner_id)',

  `CREATE TABLE ext_support.ticket_events (
    ${ROW},
    ${TICKET},
    actor_id uuid,
    kind text NOT NULL CHECK (kind IN ('opened', 'status', 'priority', 'assigned', 'tags', 'merged', 'reopened',
      'breached', 'rated')),
    data jsonb NOT NULL DEFAULT '{}',
    ${CREATED}
  )`,
  'CREATE INDEX ticket_events_of_ticket ON ext_support.ticket_events (ticket_id, created_at)',

  `CREATE TABLE ext_support.canned_replies (
    ${ROW},
    owner_id ${USER},
    shortcut text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    uses int NOT NULL DEFAULT 0,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX canned_replies_shortcut ON ext_support.canned_replies (owner_id, shortcut)',
  `CREATE INDEX canned_replies_most_used ON ext_support.canned_replies (owner_id, uses DESC, id DESC)
    WHERE status = 'active'`,

  `CREATE TABLE ext_support.ratings (
    ${ROW},
    owner_id uuid NOT NULL,
    ${TICKET},
    desk_owner_id uuid NOT NULL,
    agent_id uuid,
    score smallint NOT NULL CHECK (score BETWEEN 1 AND 5),
    comment text,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX ratings_of_ticket ON ext_support.ratings (ticket_id)',
  'CREATE INDEX ratings_of_desk ON ext_support.ratings (desk_owner_id, created_at)',
  'CREATE INDEX ratings_of_owner ON ext_support.ratings (owner_id)',
];

export class Support1790000032500 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_support CASCADE'];
}
