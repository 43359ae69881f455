import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const TIMES = `${CREATED}, updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const OWNER = 'owner_id uuid REFERENCES account.users (id) ON DELETE';
const EVENT = 'event_id uuid NOT NULL REFERENCES ext_events.events (id) ON DELETE CASCADE';
const TYPE = 'ticket_type_id uuid NOT NULL REFERENCES ext_events.ticket_types (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_events',
  `CREATE TABLE ext_events.events (
    ${ROW},
    ${OWNER} CASCADE,
    title text NOT NULL,
    slug text NOT NULL,
    summary text,
    description text,
    cover_url text,
    format text NOT NULL DEFAULT 'in_person' CHECK (format IN ('in_person', 'online', 'hybrid')),
    venue_name text,
    address text,
    online_url text,
    starts_at timestamptz(3) NOT NULL,
    ends_at timestamptz(3) NOT NULL,
    timezone text NOT NULL,
    capacity int,
    sold int NOT NULL DEFAULT 0,
    held int NOT NULL DEFAULT 0,
    currency char(3) NOT NULL,
    visibility text NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'unlisted')),
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'cancelled')),
    max_per_buyer smallint NOT NULL DEFAULT 10,
    cancel_until_hours int,
    waitlist_enabled boolean NOT NULL DEFAULT true,
    questions jsonb NOT NULL DEFAULT '[]',
    staff_ids uuid[] NOT NULL DEFAULT '{}',
    cancel_reason text,
    published_at timestamptz(3),
    cancelled_at timestamptz(3),
    calendar_sequence int NOT NULL DEFAULT 0,
    reminded_hours int[] NOT NULL DEFAULT '{}',
    ${TIMES},
    CONSTRAINT events_time_check CHECK (ends_at > starts_at),
    CONSTRAINT events_seats_check CHECK (sold >= 0 AND held >= 0),
    CONSTRAINT events_capacity_check CHECK (capacity IS NULL OR sold + held <= capacity)
  )`,
  'CREATE UNIQUE INDEX events_slug ON ext_events.events (slug)',
  'CREATE INDEX events_of_owner ON ext_events.events (owner_id, created_at, id)',
  `CREATE INDEX events_public ON ext_events.events (starts_at, id)
    WHERE status = 'published' AND visibility = 'public'`,
  `CREATE INDEX events_public_ending ON ext_events.events (ends_at)
    WHERE status = 'published' AND visibility = 'public'`,
  `CREATE INDEX events_starting ON ext_events.events (starts_at) WHERE status = 'published'`,
  'CREATE INDEX events_of_staff ON ext_events.events USING gin (staff_ids)',
  'CREATE INDEX events_title ON ext_events.events USING gin (title gin_trgm_ops)',

  `CREATE TABLE ext_events.ticket_types (
    ${ROW},
    ${EVENT},
    name text NOT NULL,
    description text,
    price_minor bigint NOT NULL DEFAULT 0 CHECK (price_minor >= 0),
    quantity int,
    sold int NOT NULL DEFAULT 0,
    held int NOT NULL DEFAULT 0,
    sales_start_at timestamptz(3),
    sales_end_at timestamptz(3),
    max_per_buyer smallint,
    position int NOT NULL DEFAULT 0,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
    ${TIMES},
    CONSTRAINT ticket_types_seats_check CHECK (sold >= 0 AND held >= 0),
    CONSTRAINT ticket_types_quantity_check CHECK (quantity IS NULL OR sold + held <= quantity)
  )`,
  'CREATE UNIQUE INDEX ticket_types_name ON ext_events.ticket_types (event_id, lower(name))',
  'CREATE INDEX ticket_types_beginning ON ext_events.ticket_types (sales_start_at) WHERE sales_start_at IS NOT NULL',

  `CREATE TABLE ext_events.promo_codes (
    ${ROW},
    ${EVENT},
    code text NOT NULL,
    percent_off smallint,
    amount_off_minor bigint,
    ticket_type_ids uuid[],
    max_uses int,
    used int NOT NULL DEFAULT 0,
    starts_at timestamptz(3),
    ends_at timestamptz(3),
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
    ${TIMES},
    CONSTRAINT promo_codes_value_check CHECK (num_nonnulls(percent_off, amount_off_minor) = 1),
    CONSTRAINT promo_codes_used_check CHECK (used >= 0 AND (max_uses IS NULL OR used <= max_uses))
  )`,
  'CREATE UNIQUE INDEX promo_codes_code ON ext_events.promo_codes (event_id, code)',

  `CREATE TABLE ext_events.orders (
    ${ROW},
    ${OWNER} SET NULL,
    ${EVENT},
    status text NOT NULL CHECK (status IN ('pending', 'confirmed', 'cancelled', 'expired', 'refunded')),
    subtotal_minor bigint NOT NULL,
    discount_minor bigint NOT NULL DEFAULT 0,
    total_minor bigint NOT NULL,
    refund_due_minor bigint NOT NULL DEFAULT 0,
    refunded_minor bigint NOT NULL DEFAULT 0,
    refund_started_minor bigint NOT NULL DEFAULT 0,
    currency char(3) NOT NULL,
    promo_code_id uuid,
    waitlist_entry_id uuid,
    payment_id uuid,
    checkout_url text,
    hold_expires_at timestamptz(3),
    cancelled_by text CHECK (cancelled_by IN ('buyer', 'organizer', 'system')),
    request_key text,
    paid_at timestamptz(3),
    confirmed_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX orders_payment ON ext_events.orders (payment_id)',
  'CREATE UNIQUE INDEX orders_request_key ON ext_events.orders (owner_id, request_key)',
  'CREATE INDEX orders_of_event ON ext_events.orders (event_id, status)',
  'CREATE INDEX orders_of_buyer ON ext_events.orders (owner_id, event_id)',
  `CREATE INDEX orders_expiring ON ext_events.orders (hold_expires_at) WHERE status = 'pending'`,
  'CREATE INDEX orders_owing ON ext_events.orders (id) WHERE refund_due_minor > 0',
  'CREATE INDEX orders_of_promo_code ON ext_events.orders (promo_code_id) WHERE promo_code_id IS NOT NULL',

  `CREATE TABLE ext_events.tickets (
    ${ROW},
    ${OWNER} SET NULL,
    order_id uuid NOT NULL REFERENCES ext_events.orders (id) ON DELETE CASCADE,
    ${EVENT},
    ${TYPE},
    code char(16) NOT NULL,
    attendee_name text NOT NULL,
    attendee_email text,
    answers jsonb NOT NULL DEFAULT '{}',
    price_minor bigint NOT NULL,
    status text NOT NULL CHECK (status IN ('held', 'valid', 'cancelled')),
    checked_in_at timestamptz(3),
    checked_in_by uuid REFERENCES account.users (id) ON DELETE SET NULL,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX tickets_code ON ext_events.tickets (code)',
  'CREATE INDEX tickets_of_event ON ext_events.tickets (event_id, status, owner_id)',
  'CREATE INDEX tickets_in_turn ON ext_events.tickets (event_id, created_at, id)',
  'CREATE INDEX tickets_of_owner ON ext_events.tickets (owner_id, created_at)',
  'CREATE INDEX tickets_of_order ON ext_events.tickets (order_id)',
  'CREATE INDEX tickets_checked_in_by ON ext_events.tickets (checked_in_by)',
  'CREATE INDEX tickets_of_type ON ext_events.tickets (ticket_type_id)',

  `CREATE TABLE ext_events.check_ins (
    ${ROW},
    ${EVENT},
    ticket_id uuid NOT NULL REFERENCES ext_events.tickets (id) ON DELETE CASCADE,
    result text NOT NULL CHECK (result IN ('accepted', 'already_checked_in', 'not_valid', 'undone')),
    scanned_by uuid REFERENCES account.users (id) ON DELETE SET NULL,
    scanned_at timestamptz(3) NOT NULL,
    checked_in_at timestamptz(3),
    client_ref text,
    ${CREATED}
  )`,
  'CREATE UNIQUE INDEX check_ins_client_ref ON ext_events.check_ins (event_id, client_ref)',
  'CREATE INDEX check_ins_scanned_by ON ext_events.check_ins (scanned_by)',
  'CREATE INDEX check_ins_of_ticket ON ext_events.check_ins (ticket_id)',

  `CREATE TABLE ext_events.waitlist_entries (
    ${ROW},
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    ${EVENT},
    ${TYPE},
    quantity smallint NOT NULL CHECK (quantity > 0),
    status text NOT NULL DEFAULT 'waiting'
      CHECK (status IN ('waiting', 'offered', 'claimed', 'expired', 'left')),
    offered_at timestamptz(3),
    offer_expires_at timestamptz(3),
    ${TIMES}
  )`,
  `CREATE UNIQUE INDEX waitlist_entries_open_once ON ext_events.waitlist_entries (ticket_type_id, owner_id)
    WHERE status IN ('waiting', 'offered')`,
  `CREATE INDEX waitlist_entries_waiting ON ext_events.waitlist_entries (ticket_type_id, created_at, id)
    WHERE status = 'waiting'`,
  `CREATE INDEX waitlist_entries_in_turn ON ext_events.waitlist_entries (event_id, created_at, id)
    WHERE status = 'waiting'`,
  `CREATE INDEX waitlist_entries_offered ON ext_events.waitlist_entries (offer_expires_at) WHERE status = 'offered'`,
  'CREATE INDEX waitlist_entries_of_event ON ext_events.waitlist_entries (event_id, status)',
  'CREATE INDEX waitlist_entries_of_owner ON ext_events.waitlist_entries (owner_id, event_id)',

  `CREATE TABLE ext_events.announcements (
    ${ROW},
    ${EVENT},
    type text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    data jsonb NOT NULL DEFAULT '{}',
    audience text NOT NULL DEFAULT 'valid' CHECK (audience IN ('valid', 'cancelled')),
    ticket_type_ids uuid[],
    only_not_checked_in boolean NOT NULL DEFAULT false,
    sent_through uuid,
    sent_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE INDEX announcements_of_event ON ext_events.announcements (event_id, type, created_at)',
];

export class Events1790000034500 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_events CASCADE'];
}
