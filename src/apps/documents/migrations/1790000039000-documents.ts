import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const UPDATED = 'updated_at timestamptz(3) NOT NULL DEFAULT now()';
const OWNER = 'owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const USER = 'user_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const ITEM = 'item_id uuid NOT NULL REFERENCES ext_documents.items (id) ON DELETE CASCADE';
/** Of the root as of any folder, so that one index serves both. */
const FOLDER = `coalesce(parent_id, '00000000-0000-0000-0000-000000000000')`;
const IN_FOLDER = `ext_documents.items (owner_id, ${FOLDER}, kind`;

const TABLES = [
  'CREATE SCHEMA ext_documents',
  `CREATE TABLE ext_documents.items (
    ${ROW},
    ${OWNER},
    kind text NOT NULL CHECK (kind IN ('folder', 'document')),
    parent_id uuid,
    ancestor_ids uuid[] NOT NULL DEFAULT '{}',
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    description text,
    tags text[] NOT NULL DEFAULT '{}',
    content_type text,
    size_bytes bigint NOT NULL DEFAULT 0,
    current_version_id uuid,
    version_number int NOT NULL DEFAULT 0,
    created_by uuid NOT NULL,
    protected boolean NOT NULL DEFAULT false,
    source_app text,
    source_id uuid,
    trashed_at timestamptz(3),
    trash_root_id uuid,
    search tsvector,
    ${CREATED},
    ${UPDATED}
  )`,
  `CREATE TABLE ext_documents.marks (
    ${ROW}, ${ITEM}, ${USER}, starred boolean NOT NULL DEFAULT false, last_opened_at timestamptz(3), ${CREATED}, ${UPDATED}
  )`,
  `CREATE TABLE ext_documents.blobs (
    ${ROW}, storage_key text NOT NULL, size_bytes bigint NOT NULL, sha256 text, ${CREATED}
  )`,
  `CREATE TABLE ext_documents.versions (
    ${ROW},
    ${ITEM},
    ${OWNER},
    number int NOT NULL,
    blob_id uuid NOT NULL REFERENCES ext_documents.blobs (id),
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 text,
    note text,
    created_by uuid NOT NULL,
    text_status text NOT NULL CHECK (text_status IN ('pending', 'ready', 'none', 'failed')),
    ${CREATED}
  )`,
  `CREATE TABLE ext_documents.texts (
    ${ROW},
    item_id uuid NOT NULL REFERENCES ext_documents.items (id) ON DELETE CASCADE,
    version_id uuid NOT NULL,
    body text NOT NULL CHECK (octet_length(body) <= 262144),
    tsv tsvector NOT NULL,
    ${CREATED}
  )`,
  `CREATE TABLE ext_documents.uploads (
    ${ROW},
    ${OWNER},
    target_owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    parent_id uuid,
    item_id uuid,
    base_version int,
    name text NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 text,
    on_conflict text NOT NULL CHECK (on_conflict IN ('rename', 'version', 'fail')),
    storage_key text NOT NULL,
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'completed', 'aborted', 'expired')),
    expires_at timestamptz(3) NOT NULL,
    result_item_id uuid,
    source_app text,
    source_id uuid,
    ${CREATED}
  )`,
  `CREATE TABLE ext_documents.access (
    ${ROW},
    ${ITEM},
    ${OWNER},
    ${USER},
    role text NOT NULL CHECK (role IN ('viewer', 'editor')),
    expires_at timestamptz(3),
    ${CREATED},
    ${UPDATED}
  )`,
  `CREATE TABLE ext_documents.links (
    ${ROW},
    ${OWNER},
    ${ITEM},
    token_hash text NOT NULL,
    label text,
    password_hash text,
    expires_at timestamptz(3),
    max_downloads int,
    downloads int NOT NULL DEFAULT 0,
    views int NOT NULL DEFAULT 0,
    allow_download boolean NOT NULL DEFAULT true,
    notify_on_open boolean NOT NULL DEFAULT false,
    last_opened_at timestamptz(3),
    revoked_at timestamptz(3),
    ${CREATED},
    ${UPDATED}
  )`,
  `CREATE TABLE ext_documents.events (
    ${ROW},
    ${ITEM},
    ${OWNER},
    actor_user_id uuid,
    link_id uuid,
    event text NOT NULL,
    data jsonb NOT NULL DEFAULT '{}',
    ip_prefix text,
    ${CREATED}
  )`,
  `CREATE TABLE ext_documents.holds (
    ${ROW}, ${ITEM}, version_id uuid, app_slug text NOT NULL, reference_id uuid NOT NULL, until timestamptz(3), ${CREATED}
  )`,
  `CREATE TABLE ext_documents.usage (
    ${ROW},
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    used_bytes bigint NOT NULL DEFAULT 0 CHECK (used_bytes >= 0),
    reserved_bytes bigint NOT NULL DEFAULT 0 CHECK (reserved_bytes >= 0),
    ${CREATED}
  )`,
];

const INDEXES = [
  'CREATE UNIQUE INDEX blobs_storage_key_key ON ext_documents.blobs (storage_key)',
  'CREATE UNIQUE INDEX versions_number ON ext_documents.versions (item_id, number)',
  'CREATE UNIQUE INDEX texts_item_id_key ON ext_documents.texts (item_id)',
  'CREATE UNIQUE INDEX access_of_item ON ext_documents.access (item_id, user_id)',
  'CREATE UNIQUE INDEX links_token_hash_key ON ext_documents.links (token_hash)',
  'CREATE UNIQUE INDEX holds_of_reference ON ext_documents.holds (item_id, app_slug, reference_id)',
  'CREATE UNIQUE INDEX usage_owner_id_key ON ext_documents.usage (owner_id)',
  `CREATE UNIQUE INDEX items_name ON ext_documents.items (owner_id, ${FOLDER}, lower(name)) WHERE trashed_at IS NULL`,
  `CREATE INDEX items_by_name ON ${IN_FOLDER}, lower(name), id) WHERE trashed_at IS NULL`,
  `CREATE INDEX items_by_time ON ${IN_FOLDER}, updated_at, id) WHERE trashed_at IS NULL`,
  `CREATE INDEX items_by_size ON ${IN_FOLDER}, size_bytes, id) WHERE trashed_at IS NULL`,
  'CREATE INDEX items_newest ON ext_documents.items (owner_id, created_at, id) WHERE trashed_at IS NULL',
  'CREATE INDEX items_trash ON ext_documents.items (owner_id, trashed_at, id) WHERE trashed_at IS NOT NULL',
  'CREATE INDEX items_trash_root ON ext_documents.items (trash_root_id) WHERE trash_root_id IS NOT NULL',
  'CREATE INDEX items_purge ON ext_documents.items (trashed_at) WHERE id = trash_root_id',
  'CREATE INDEX items_ancestors ON ext_documents.items USING gin (ancestor_ids)',
  'CREATE INDEX items_tags ON ext_documents.items USING gin (tags)',
  'CREATE INDEX items_name_parts ON ext_documents.items USING gin (lower(name) gin_trgm_ops)',
  'CREATE INDEX items_words ON ext_documents.items USING gin (search)',
  'CREATE UNIQUE INDEX marks_of_user ON ext_documents.marks (user_id, item_id)',
  'CREATE INDEX marks_of_item ON ext_documents.marks (item_id)',
  'CREATE INDEX marks_recent ON ext_documents.marks (user_id, last_opened_at, item_id) WHERE last_opened_at IS NOT NULL',
  'CREATE INDEX versions_of_blob ON ext_documents.versions (blob_id)',
  'CREATE INDEX versions_of_owner ON ext_documents.versions (owner_id, created_at)',
  'CREATE INDEX blobs_age ON ext_documents.blobs (created_at)',
  'CREATE INDEX texts_words ON ext_documents.texts USING gin (tsv)',
  'CREATE INDEX uploads_due ON ext_documents.uploads (status, expires_at)',
  'CREATE INDEX uploads_of_target ON ext_documents.uploads (target_owner_id)',
  'CREATE INDEX uploads_of_owner ON ext_documents.uploads (owner_id)',
  'CREATE INDEX access_of_user ON ext_documents.access (user_id)',
  'CREATE INDEX access_of_owner ON ext_documents.access (owner_id)',
  'CREATE INDEX links_of_item ON ext_documents.links (item_id)',
  'CREATE INDEX links_of_owner ON ext_documents.links (owner_id)',
  'CREATE INDEX events_of_item ON ext_documents.events (item_id, created_at, id)',
  'CREATE INDEX events_of_owner ON ext_documents.events (owner_id, event, created_at)',
  'CREATE INDEX holds_of_version ON ext_documents.holds (version_id) WHERE version_id IS NOT NULL',
  'CREATE INDEX holds_by_reference ON ext_documents.holds (app_slug, reference_id)',
];

const TRIGGERS = [
  `CREATE FUNCTION ext_documents.read_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- The parts of a name are words: "annual_report-2024.pdf" is found by "report".
      NEW.search := setweight(to_tsvector('pg_catalog.simple', NEW.name), 'A')
        || setweight(to_tsvector('pg_catalog.simple', regexp_replace(NEW.name, '[^[:alnum:]]+', ' ', 'g')), 'A')
        || setweight(to_tsvector('pg_catalog.simple', array_to_string(NEW.tags, ' ')), 'B')
        || setweight(to_tsvector('pg_catalog.simple', coalesce(NEW.description, '')), 'C');
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER items_words BEFORE INSERT OR UPDATE OF name, tags, description ON ext_documents.items
    FOR EACH ROW EXECUTE FUNCTION ext_documents.read_words()`,
  // Whatever deletes versions (a purge, pruning, a deleted account), the usage follows in the same transaction.
  `CREATE FUNCTION ext_documents.give_back() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- In one order, because the versions may be of many owners.
      PERFORM FROM ext_documents.usage u WHERE u.owner_id IN (SELECT owner_id FROM deleted) ORDER BY u.owner_id FOR UPDATE;
      UPDATE ext_documents.usage u SET used_bytes = greatest(u.used_bytes - gone.bytes, 0)
      FROM (SELECT owner_id, sum(size_bytes) AS bytes FROM deleted GROUP BY owner_id) gone
      WHERE u.owner_id = gone.owner_id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER versions_give_back AFTER DELETE ON ext_documents.versions REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION ext_documents.give_back()`,
];

export class Documents1790000039000 extends SqlMigration {
  protected readonly apply = [...TABLES, ...INDEXES, ...TRIGGERS];
  protected readonly revert = ['DROP SCHEMA ext_documents CASCADE'];
}
