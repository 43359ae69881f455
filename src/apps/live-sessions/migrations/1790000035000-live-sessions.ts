import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const TIMES = `created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const USER = 'REFERENCES account.users (id) ON DELETE CASCADE';
const OFFERING = 'offering_id uuid NOT NULL REFERENCES ext_live_sessions.offerings (id) ON DELETE CASCADE';

const STATEMENTS = [
  // The exclusion constraint compares ids beside ranges.
  'CREATE EXTENSION IF NOT EXISTS btree_gist',
  'CREATE SCHEMA ext_live_sessions',
  `CREATE TABLE ext_live_sessions.schedules (
    ${ROW},
    owner_id uuid NOT NULL ${USER},
    timezone text NOT NULL,
    weekly jsonb NOT NULL DEFAULT '{}',
    overrides jsonb NOT NULL DEFAULT '[]',
    blocked jsonb NOT NULL DEFAULT '[]',
    feed_token char(32) NOT NULL,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX schedules_owner ON ext_live_sessions.schedules (owner_id)',
  'CREATE UNIQUE INDEX schedules_feed ON ext_live_sessions.schedules (feed_token)',
  `CREATE TABLE ext_live_sessions.offerings (
    ${ROW},
    owner_id uuid ${USER},
    title varchar(160) NOT NULL,
    description text,
    kind text NOT NULL CHECK (kind IN ('one_to_one', 'group')),
    duration_minutes int NOT NULL,
    slot_step_minutes int NOT NULL,
    buffer_before_minutes int NOT NULL DEFAULT 0,
    buffer_after_minutes int NOT NULL DEFAULT 0,
    min_notice_minutes int NOT NULL DEFAULT 240,
    max_days_ahead smallint NOT NULL DEFAULT 60,
    max_per_day smallint,
    seats int NOT NULL DEFAULT 1,
    price_minor int NOT NULL DEFAULT 0 CHECK (price_minor >= 0),
    currency char(3) NOT NULL DEFAULT 'usd',
    cancel_until_hours int DEFAULT 24,
    join_url text,
    questions jsonb NOT NULL DEFAULT '[]',
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
    ${TIMES},
    CONSTRAINT offerings_seats_check CHECK (kind = 'group' OR seats = 1)
  )`,
  'CREATE INDEX offerings_of_owner ON ext_live_sessions.offerings (owner_id, status)',
  `CREATE INDEX offerings_newest ON ext_live_sessions.offerings (created_at DESC, id DESC) WHERE status = 'active'`,
  'CREATE INDEX offerings_made ON ext_live_sessions.offerings (owner_id, created_at DESC, id DESC)',
  `CREATE INDEX offerings_title ON ext_live_sessions.offerings USING gin (title gin_trgm_ops) WHERE status = 'active'`,
  `CREATE TABLE ext_live_sessions.sessions (
    ${ROW},
    owner_id uuid ${USER},
    ${OFFERING},
    title varchar(160),
    starts_at timestamptz(3) NOT NULL,
    ends_at timestamptz(3) NOT NULL,
    busy tstzrange NOT NULL,
    seats int NOT NULL,
    booked int NOT NULL DEFAULT 0,
    held int NOT NULL DEFAULT 0,
    join_url text,
    status text NOT NULL CHECK (status IN ('held', 'scheduled', 'live', 'ended', 'cancelled', 'released')),
    started_at timestamptz(3),
    ended_at timestamptz(3),
    recording_url text,
    recording_until timestamptz(3),
    series_id uuid,
    calendar_sequence int NOT NULL DEFAULT 0,
    cancel_reason text,
    alerts_sent int[] NOT NULL DEFAULT '{}',
    remind_at timestamptz(3) DEFAULT now(),
    ${TIMES},
    CONSTRAINT sessions_seats_check CHECK (booked + held <= seats),
    CONSTRAINT sessions_counts_check CHECK (booked >= 0 AND held >= 0),
    CONSTRAINT sessions_no_overlap EXCLUDE USING gist (owner_id WITH =, busy WITH &&)
      WHERE (status IN ('held', 'scheduled', 'live'))
  )`,
  'CREATE INDEX sessions_of_offering ON ext_live_sessions.sessions (offering_id, starts_at)',
  'CREATE INDEX sessions_of_host ON ext_live_sessions.sessions (owner_id, starts_at)',
  `CREATE INDEX sessions_of_series ON ext_live_sessions.sessions (series_id, starts_at) WHERE series_id IS NOT NULL`,
  `CREATE INDEX sessions_to_remind ON ext_live_sessions.sessions (remind_at) WHERE status IN ('scheduled', 'live')`,
  `CREATE INDEX sessions_overdue ON ext_live_sessions.sessions (ends_at) WHERE status IN ('scheduled', 'live')`,
  `CREATE TABLE ext_live_sessions.bookings (
    ${ROW},
    owner_id uuid NOT NULL,
    host_id uuid REFERENCES account.users (id) ON DELETE SET NULL,
    session_id uuid NOT NULL REFERENCES ext_live_sessions.sessions (id) ON DELETE CASCADE,
    ${OFFERING},
    status text NOT NULL CHECK (status IN ('held', 'confirmed', 'cancelled', 'expired', 'refunded')),
    price_minor int NOT NULL,
    currency char(3) NOT NULL,
    payment_id uuid,
    checkout_url text,
    hold_expires_at timestamptz(3),
    answers jsonb NOT NULL DEFAULT '{}',
    timezone text NOT NULL,
    calendar_token char(32) NOT NULL,
    free_cancel boolean NOT NULL DEFAULT false,
    moves smallint NOT NULL DEFAULT 0,
    joined_at timestamptz(3),
    attendance text NOT NULL DEFAULT 'unknown' CHECK (attendance IN ('unknown', 'attended', 'no_show')),
    cancelled_by text CHECK (cancelled_by IN ('participant', 'host', 'system')),
    cancel_reason text,
    refund_due_minor int NOT NULL DEFAULT 0,
    refunded_minor int NOT NULL DEFAULT 0,
    refund_started_at timestamptz(3),
    request_key text,
    confirmed_at timestamptz(3),
    paid_at timestamptz(3),
    cancelled_at timestamptz(3),
    ${TIMES}
  )`,
  `CREATE UNIQUE INDEX bookings_active_once ON ext_live_sessions.bookings (session_id, owner_id)
    WHERE status IN ('held', 'confirmed')`,
  'CREATE UNIQUE INDEX bookings_payment ON ext_live_sessions.bookings (payment_id)',
  'CREATE UNIQUE INDEX bookings_calendar ON ext_live_sessions.bookings (calendar_token)',
  'CREATE UNIQUE INDEX bookings_request ON ext_live_sessions.bookings (owner_id, request_key)',
  `CREATE INDEX bookings_due ON ext_live_sessions.bookings (hold_expires_at) WHERE status = 'held'`,
  'CREATE INDEX bookings_of_host ON ext_live_sessions.bookings (host_id, status)',
  'CREATE INDEX bookings_of_session ON ext_live_sessions.bookings (session_id)',
  'CREATE INDEX bookings_of_offering ON ext_live_sessions.bookings (offering_id)',
  `CREATE INDEX bookings_to_refund ON ext_live_sessions.bookings (id)
    WHERE refund_due_minor > 0 AND refund_started_at IS NULL`,
  'CREATE INDEX bookings_owed ON ext_live_sessions.bookings (host_id) WHERE refund_due_minor > 0',
];

export class LiveSessions1790000035000 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_live_sessions CASCADE'];
}
