import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  // The first eight hexadecimal digits of the name of a WAL file are the timeline.
  `CREATE FUNCTION realtime.timeline_of(wal_file text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT ('x' || left(wal_file, 8))::bit(32)::bigint
  $$`,

  // A promoted standby writes its next checkpoint minutes later, and pg_control_checkpoint() returns the old
  // timeline until then. The name of the current WAL file has the new timeline at once. Some hosted servers
  // lack that function. The OID of the table reveals a dump that was restored over the same database.
  `CREATE FUNCTION realtime.identity() RETURNS text LANGUAGE plpgsql STABLE AS $$
    DECLARE
      timeline bigint;
    BEGIN
      BEGIN
        timeline := realtime.timeline_of(pg_walfile_name(pg_current_wal_lsn()));
      EXCEPTION WHEN feature_not_supported OR insufficient_privilege THEN
        SELECT timeline_id INTO timeline FROM pg_control_checkpoint();
      END;
      RETURN (
        SELECT concat_ws('/', s.system_identifier, timeline, d.oid, 'realtime.origin'::regclass::oid)
        FROM pg_control_system() s, pg_database d WHERE d.datname = current_database()
      );
    END $$`,
  `UPDATE realtime.origin SET identity = identity || '/' || 'realtime.origin'::regclass::oid`,

  // A standby cannot write and has no current WAL file; the check runs after its promotion.
  `CREATE OR REPLACE FUNCTION realtime.settle() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      mine text;
    BEGIN
      IF pg_is_in_recovery() THEN RETURN; END IF;
      mine := realtime.identity();
      PERFORM FROM realtime.origin WHERE identity = mine;
      IF FOUND THEN RETURN; END IF;
      PERFORM pg_advisory_xact_lock(hashtext('realtime.settle'));
      IF EXISTS (SELECT FROM realtime.origin WHERE identity <> mine) THEN
        UPDATE realtime.origin SET generation = gen_random_uuid()::text;
        TRUNCATE realtime.heads, realtime.events;
      END IF;
      UPDATE realtime.origin SET identity = mine;
    END $$`,
];

const UNDO = [
  `CREATE OR REPLACE FUNCTION realtime.settle() RETURNS void LANGUAGE plpgsql AS $$
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
  `UPDATE realtime.origin SET identity = regexp_replace(identity, '/[^/]*$', '')`,
  'DROP FUNCTION realtime.identity',
  'DROP FUNCTION realtime.timeline_of',
];

/** Recognises a restored log or a promoted standby immediately. */
export class Origin1790000013600 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = UNDO;
}
