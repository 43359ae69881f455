import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  // It told the moment of the DELETE and not that of the closing, and nothing at all where the last two connections of
  // somebody were deleted at once: each deletion still saw the other's row.
  'DROP TRIGGER connections_departed ON realtime.connections',
  'DROP FUNCTION realtime.departed',

  // When a connection of somebody last ended; told: that he is gone is known to all who have to know.
  'ALTER TABLE realtime.departures ADD COLUMN told boolean NOT NULL DEFAULT false',
  'DROP INDEX realtime.departures_by_age',
  'CREATE INDEX departures_by_age ON realtime.departures (told, left_at)',

  // Since when there has been a service to connect to; while it stood still, nobody could.
  `CREATE TABLE realtime.uptime (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    since timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now()
  )`,
  'INSERT INTO realtime.uptime DEFAULT VALUES',
  // Whoever asks before anybody has noted that it is back, is told so too.
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

export class Departures1790000013500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of UNDO) await runner.query(statement);
  }
}
