import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  // The trigger recorded the time of the DELETE instead of the closing. It recorded nothing if the last two
  // connections of a user were deleted at once, because each deletion still saw the other row.
  'DROP TRIGGER connections_departed ON realtime.connections',
  'DROP FUNCTION realtime.departed',

  // When the last connection of a user ended. `told` is true after the offline hooks ran.
  'ALTER TABLE realtime.departures ADD COLUMN told boolean NOT NULL DEFAULT false',
  'DROP INDEX realtime.departures_by_age',
  'CREATE INDEX departures_by_age ON realtime.departures (told, left_at)',

  // Since when the service accepts connections. During downtime no user can connect.
  `CREATE TABLE realtime.uptime (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    since timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now()
  )`,
  'INSERT INTO realtime.uptime DEFAULT VALUES',
  // Also correct after downtime, before the first process has renewed the row.
  `CREATE FUNCTION realtime.up_since() RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN seen_at < now() - interval '3 minutes' THEN now() ELSE since END FROM realtime.uptime
  $$`,
];

const UNDO = [
  'DROP FUNCTION realtime.up_since',
  'DROP TABLE realtime.uptime',
  'DROP INDEX realtime.departures_by_age',
  'DELETE FROM realtime.departures WHERE told',
  'ALTER TABLE realtime.departures DROP COLUMN told',
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

export class Departures1790000013500 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = UNDO;
}
