import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  'CREATE SCHEMA files',

  `CREATE TABLE files.files (
    id uuid NOT NULL,
    owner_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    key text NOT NULL,
    path text NOT NULL,
    small_path text,
    type text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('image', 'video', 'audio', 'file')),
    size integer NOT NULL CHECK (size > 0),
    width integer,
    height integer,
    name text NOT NULL,
    attached_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  'CREATE INDEX files_newest ON files.files (owner_id, created_at, id)',
  'CREATE INDEX files_unattached ON files.files (created_at) WHERE attached_at IS NULL',

  // One row per owner, which concurrent uploads lock one after the other. A sum over the files would let all
  // of them pass the limit.
  `CREATE TABLE files.usage (
    owner_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    day date NOT NULL,
    uploads integer NOT NULL DEFAULT 0,
    PRIMARY KEY (owner_id)
  )`,

  // Stored bytes without a file row: those of deleted rows, and those that are about to be written and may
  // never get a row.
  `CREATE TABLE files.trash (
    path text NOT NULL,
    due_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (path)
  )`,
  'CREATE INDEX trash_due ON files.trash (due_at)',

  // Every deletion of a row, including that with the account, leaves the bytes to the job that empties the
  // trash.
  `CREATE FUNCTION files.discard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO files.trash (path) SELECT path FROM unnest(ARRAY[OLD.path, OLD.small_path]) path WHERE path IS NOT NULL;
      UPDATE files.usage SET bytes = bytes - OLD.size WHERE owner_id = OLD.owner_id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER discard AFTER DELETE ON files.files FOR EACH ROW EXECUTE FUNCTION files.discard()`,
];

export class Files1790000004000 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA files CASCADE'];
}
