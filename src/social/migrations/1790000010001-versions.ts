import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  'ALTER TABLE social.post_counters ADD COLUMN version bigint NOT NULL DEFAULT 0',
  'ALTER TABLE social.polls ADD COLUMN version bigint NOT NULL DEFAULT 0',

  // Counters can reach a client out of order; the higher version is the newer one.
  `CREATE FUNCTION social.next_version() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.version := OLD.version + 1;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER next_version BEFORE UPDATE ON social.post_counters
    FOR EACH ROW EXECUTE FUNCTION social.next_version()`,
  `CREATE TRIGGER next_version BEFORE UPDATE OF counts ON social.polls
    FOR EACH ROW EXECUTE FUNCTION social.next_version()`,
];

export class Versions1790000010001 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = [
    'DROP FUNCTION social.next_version() CASCADE',
    'ALTER TABLE social.polls DROP COLUMN version',
    'ALTER TABLE social.post_counters DROP COLUMN version',
  ];
}
