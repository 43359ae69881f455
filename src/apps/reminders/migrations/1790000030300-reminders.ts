import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const OWNER = 'owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_reminders',
  `CREATE TABLE ext_reminders.reminders (
    ${ROW},
    ${OWNER},
    title varchar(200) NOT NULL,
    notes text,
    start_local timestamp(3) NOT NULL,
    timezone text NOT NULL,
    all_day boolean NOT NULL DEFAULT false,
    rrule varchar(500),
    repeat_from text NOT NULL DEFAULT 'schedule' CHECK (repeat_from IN ('schedule', 'completion')),
    exdates timestamp[] NOT NULL DEFAULT '{}',
    alerts int[] NOT NULL DEFAULT '{0}',
    nag_minutes smallint,
    priority text NOT NULL DEFAULT 'normal' CHECK (priority IN ('low', 'normal', 'high')),
    tags text[] NOT NULL DEFAULT '{}',
    link_url text,
    subject_app text,
    subject_type text,
    subject_id uuid,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'done')),
    next_due_at timestamptz(3),
    done_count int NOT NULL DEFAULT 0,
    done_at timestamptz(3),
    request_key text,
    ${CREATED},
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    UNIQUE (owner_id, request_key)
  )`,
  'CREATE INDEX reminders_of_owner ON ext_reminders.reminders (owner_id, status, next_due_at)',
  'CREATE INDEX reminders_done ON ext_reminders.reminders (owner_id, done_at)',
  'CREATE INDEX reminders_subject ON ext_reminders.reminders (owner_id, subject_id)',
  'CREATE INDEX reminders_tags ON ext_reminders.reminders USING gin (tags)',

  `CREATE TABLE ext_reminders.occurrences (
    ${ROW},
    reminder_id uuid NOT NULL REFERENCES ext_reminders.reminders (id) ON DELETE CASCADE,
    ${OWNER},
    scheduled_local timestamp(3) NOT NULL,
    due_at timestamptz(3) NOT NULL,
    status text NOT NULL DEFAULT 'upcoming'
      CHECK (status IN ('upcoming', 'due', 'snoozed', 'completed', 'skipped', 'missed')),
    snoozed_until timestamptz(3),
    fired_at timestamptz(3),
    completed_at timestamptz(3),
    nags_sent smallint NOT NULL DEFAULT 0,
    number int NOT NULL DEFAULT 1,
    wakes_at timestamptz(3),
    ${CREATED},
    UNIQUE (reminder_id, scheduled_local)
  )`,
  `CREATE UNIQUE INDEX occurrences_open ON ext_reminders.occurrences (reminder_id)
    WHERE status IN ('upcoming', 'due', 'snoozed')`,
  'CREATE INDEX occurrences_of_owner ON ext_reminders.occurrences (owner_id, due_at)',
  'CREATE INDEX occurrences_waking ON ext_reminders.occurrences (wakes_at) WHERE wakes_at IS NOT NULL',
  'CREATE INDEX occurrences_old ON ext_reminders.occurrences (due_at)',

  `CREATE TABLE ext_reminders.deliveries (
    ${ROW},
    occurrence_id uuid NOT NULL REFERENCES ext_reminders.occurrences (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('alert', 'nag', 'snooze')),
    fire_at timestamptz(3) NOT NULL,
    sent_at timestamptz(3),
    dropped_at timestamptz(3),
    ${CREATED},
    UNIQUE (occurrence_id, kind, fire_at)
  )`,
  `CREATE INDEX deliveries_waiting ON ext_reminders.deliveries (fire_at)
    WHERE sent_at IS NULL AND dropped_at IS NULL`,
  'CREATE INDEX deliveries_sent ON ext_reminders.deliveries (sent_at) WHERE sent_at IS NOT NULL',
];

export class Reminders1790000030300 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_reminders CASCADE'];
}
