import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  'CREATE SCHEMA realtime',

  // The identity of the database that wrote the log. A restored copy has another identity and starts new
  // epochs.
  'CREATE TABLE realtime.origin (one boolean PRIMARY KEY DEFAULT true CHECK (one), generation text NOT NULL, identity text)',
  'INSERT INTO realtime.origin (generation) VALUES (gen_random_uuid()::text)',

  // The epoch of all streams that begin in these fifteen days. So a stream has a position before its first
  // event, and a stream that was purged after thirty days of silence begins in another epoch than its last.
  `CREATE FUNCTION realtime.epoch() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT left(md5(generation || floor(extract(epoch FROM now()) / 1296000)), 8) FROM realtime.origin
  $$`,

  // One row per stream, locked last in a transaction: the order of commits is the order of seq, without gaps.
  // A sequence was tried and lost half of the events for readers behind it.
  `CREATE TABLE realtime.heads (
    stream text NOT NULL,
    epoch text NOT NULL DEFAULT realtime.epoch(),
    last_seq bigint NOT NULL DEFAULT 0,
    moved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (stream)
  ) WITH (fillfactor = 70)`,

  `CREATE TABLE realtime.events (
    stream text NOT NULL,
    seq bigint NOT NULL,
    type text NOT NULL,
    actor_id uuid,
    -- As it was written: what was sent and what is read again are the same bytes.
    data json NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (stream, seq, created_at)
  ) PARTITION BY RANGE (created_at)`,

  // Creates one partition per day, from yesterday to a week ahead. A job calls it, and the start of the
  // service.
  `CREATE FUNCTION realtime.make_partitions() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      day date;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtext('realtime.make_partitions'));
      FOR day IN SELECT generate_series((now() AT TIME ZONE 'UTC')::date - 1, (now() AT TIME ZONE 'UTC')::date + 7, '1 day') LOOP
        EXECUTE format(
          'CREATE TABLE IF NOT EXISTS realtime.%I PARTITION OF realtime.events FOR VALUES FROM (%L) TO (%L)',
          'events_' || to_char(day, 'YYYYMMDD'), day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
      END LOOP;
    END $$`,
  'SELECT realtime.make_partitions()',

  // Events are kept for 72 hours: a partition is dropped when its last moment is older.
  `CREATE FUNCTION realtime.drop_partitions() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      old regclass;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtext('realtime.make_partitions'));
      FOR old IN
        SELECT inhrelid FROM pg_inherits WHERE inhparent = 'realtime.events'::regclass
          AND to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD')
            < ((now() - interval '72 hours') AT TIME ZONE 'UTC')::date
      LOOP
        EXECUTE format('DROP TABLE %s', old);
      END LOOP;
    END $$`,

  // A copy of the database has another identity: cluster, timeline or name differ. It does not know events
  // written after the copy was made, so it must not accept positions of the original.
  `CREATE FUNCTION realtime.settle() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      mine text;
    BEGIN
      SELECT concat_ws('/', s.system_identifier, c.timeline_id, d.oid) INTO mine
      FROM pg_control_system() s, pg_control_checkpoint() c, pg_database d WHERE d.datname = current_database();
      PERFORM FROM realtime.origin WHERE identity = mine;
      IF FOUND THEN RETURN; END IF;
      PERFORM pg_advisory_xact_lock(hashtext('realtime.settle'));
      IF EXISTS (SELECT FROM realtime.origin WHERE identity <> mine) THEN
        UPDATE realtime.origin SET generation = gen_random_uuid()::text;
        TRUNCATE realtime.heads, realtime.events;
      END IF;
      UPDATE realtime.origin SET identity = mine;
    END $$`,

  // The hash of a ticket, with which a browser opens one connection within thirty seconds.
  `CREATE TABLE realtime.tickets (
    hash bytea NOT NULL PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    session_id uuid,
    key_id uuid,
    expires_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX tickets_of_user ON realtime.tickets (user_id)',
  'CREATE INDEX tickets_by_age ON realtime.tickets (created_at)',

  // A process that holds connections. A process that stops renewing its row has lost them.
  `CREATE TABLE realtime.instances (
    id uuid NOT NULL PRIMARY KEY,
    seen_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE realtime.connections (
    id text NOT NULL PRIMARY KEY,
    instance uuid NOT NULL REFERENCES realtime.instances (id) ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    session_id uuid,
    key_id uuid,
    opened_at timestamptz NOT NULL DEFAULT now(),
    -- There are too many, and this is the oldest: its process closes it.
    replaced boolean NOT NULL DEFAULT false
  )`,
  'CREATE INDEX connections_of_user ON realtime.connections (user_id, opened_at)',
  'CREATE INDEX connections_of_instance ON realtime.connections (instance)',

  // Users without a connection, and since when.
  `CREATE TABLE realtime.departures (
    user_id uuid NOT NULL PRIMARY KEY REFERENCES account.users (id) ON DELETE CASCADE,
    left_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX departures_by_age ON realtime.departures (left_at)',
  `CREATE FUNCTION realtime.departed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO realtime.departures (user_id)
      SELECT DISTINCT g.user_id FROM gone g JOIN account.users u ON u.id = g.user_id
      WHERE NOT EXISTS (SELECT FROM realtime.connections c WHERE c.user_id = g.user_id)
      ORDER BY 1
      ON CONFLICT (user_id) DO UPDATE SET left_at = excluded.left_at;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER connections_departed AFTER DELETE ON realtime.connections
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION realtime.departed()`,
];

export class Realtime1790000005500 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA realtime CASCADE'];
}
