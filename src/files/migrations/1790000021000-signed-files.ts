import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  `ALTER TABLE files.files
    ALTER size TYPE bigint,
    DROP CONSTRAINT files_size_check,
    ADD CONSTRAINT files_size_check CHECK (size >= 0),
    ADD of_app boolean NOT NULL DEFAULT false,
    ADD sha256 text,
    ADD expires_at timestamptz(3)`,
  'DROP INDEX files.files_newest',
  'CREATE INDEX files_newest ON files.files (owner_id, of_app, created_at, id)',
  'CREATE INDEX files_expiring ON files.files (expires_at) WHERE expires_at IS NOT NULL',

  'ALTER TABLE files.usage ADD app_bytes bigint NOT NULL DEFAULT 0 CHECK (app_bytes >= 0)',

  `CREATE TABLE files.uploads (
    id uuid NOT NULL,
    owner_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    name text NOT NULL,
    type text NOT NULL,
    size bigint NOT NULL CHECK (size >= 0 AND size <= 5368709120),
    picture boolean NOT NULL,
    attached boolean NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  'CREATE INDEX ON files.uploads (owner_id)',
  'CREATE INDEX uploads_expired ON files.uploads (expires_at)',

  // Returns the reserved bytes when the upload expires or completes; a completed one counts as a file from
  // then on.
  `CREATE FUNCTION files.give_back() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE files.usage SET app_bytes = app_bytes - OLD.size WHERE owner_id = OLD.owner_id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER give_back AFTER DELETE ON files.uploads FOR EACH ROW EXECUTE FUNCTION files.give_back()`,

  `CREATE OR REPLACE FUNCTION files.discard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO files.trash (path) SELECT path FROM unnest(ARRAY[OLD.path, OLD.small_path]) path WHERE path IS NOT NULL;
      UPDATE files.usage SET
        bytes = bytes - CASE WHEN OLD.of_app THEN 0 ELSE OLD.size END,
        app_bytes = app_bytes - CASE WHEN OLD.of_app THEN OLD.size ELSE 0 END
        WHERE owner_id = OLD.owner_id;
      RETURN NULL;
    END $$`,
];

const BACK = [
  'DELETE FROM files.files WHERE of_app',
  'DROP TABLE files.uploads',
  'DROP FUNCTION files.give_back',
  'ALTER TABLE files.usage DROP app_bytes',
  'DROP INDEX files.files_expiring',
  'DROP INDEX files.files_newest',
  `ALTER TABLE files.files
    DROP of_app,
    DROP sha256,
    DROP expires_at,
    DROP CONSTRAINT files_size_check,
    ADD CONSTRAINT files_size_check CHECK (size > 0),
    ALTER size TYPE integer`,
  'CREATE INDEX files_newest ON files.files (owner_id, created_at, id)',
  `CREATE OR REPLACE FUNCTION files.discard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO files.trash (path) SELECT path FROM unnest(ARRAY[OLD.path, OLD.small_path]) path WHERE path IS NOT NULL;
      UPDATE files.usage SET bytes = bytes - OLD.size WHERE owner_id = OLD.owner_id;
      RETURN NULL;
    END $$`,
];

export class SignedFiles1790000021000 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = BACK;
}
