import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  'CREATE SCHEMA moderation',

  `CREATE TABLE moderation.censors (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    pattern text NOT NULL,
    replacement text NOT NULL DEFAULT '',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  // A row and no sequence, so that a new version becomes visible together with the changed censors.
  `CREATE TABLE moderation.censors_version (
    id boolean NOT NULL DEFAULT true CHECK (id),
    version bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (id)
  )`,
  'INSERT INTO moderation.censors_version DEFAULT VALUES',
  `CREATE FUNCTION moderation.count_censors_version() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE moderation.censors_version SET version = version + 1;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_censors_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON moderation.censors
    FOR EACH STATEMENT EXECUTE FUNCTION moderation.count_censors_version()`,

  `CREATE TABLE moderation.blacklist (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    type text NOT NULL CHECK (type IN ('email', 'ip', 'domain', 'username')),
    value text NOT NULL,
    folded text NOT NULL,
    reason text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  'CREATE UNIQUE INDEX blacklist_once ON moderation.blacklist (type, folded)',

  `CREATE TABLE moderation.reports (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    reporter_id uuid REFERENCES account.users ON DELETE SET NULL,
    reportable_type text NOT NULL,
    reportable_id uuid NOT NULL,
    reason text NOT NULL,
    description text,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'resolved', 'dismissed')),
    resolved_by uuid REFERENCES account.users ON DELETE SET NULL,
    resolved_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  `CREATE UNIQUE INDEX reports_pending_once ON moderation.reports (reporter_id, reportable_type, reportable_id)
    WHERE status = 'pending'`,
  'CREATE INDEX reports_of_thing ON moderation.reports (reportable_type, reportable_id, status)',
  'CREATE INDEX reports_of_reporter ON moderation.reports (reporter_id, created_at, id)',
  'CREATE INDEX reports_by_status ON moderation.reports (status, created_at, id)',
  'CREATE INDEX ON moderation.reports (resolved_by)',

  // One row for each reported thing. Reports and decisions lock it, so they run one at a time.
  `CREATE TABLE moderation.reported_things (
    reportable_type text NOT NULL,
    reportable_id uuid NOT NULL,
    flagged boolean NOT NULL DEFAULT false,
    PRIMARY KEY (reportable_type, reportable_id)
  )`,

  `CREATE TABLE moderation.authorship_requests (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    note text,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
    reviewed_by uuid REFERENCES account.users ON DELETE SET NULL,
    reviewed_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  `CREATE UNIQUE INDEX authorship_requests_pending_once ON moderation.authorship_requests (user_id)
    WHERE status = 'pending'`,
  'CREATE INDEX authorship_requests_of_user ON moderation.authorship_requests (user_id, created_at, id)',
  'CREATE INDEX authorship_requests_by_status ON moderation.authorship_requests (status, created_at, id)',
  'CREATE INDEX ON moderation.authorship_requests (reviewed_by)',
];

export class Moderation1790000006000 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA moderation CASCADE'];
}
