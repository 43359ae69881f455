import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = `id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE`;
const OF_DOC = 'doc_id uuid NOT NULL REFERENCES ext_ai_docs.docs (id) ON DELETE CASCADE';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';

const STATEMENTS = [
  'CREATE SCHEMA ext_ai_docs',
  `CREATE TABLE ext_ai_docs.docs (
    ${ROW},
    title text NOT NULL,
    body text NOT NULL DEFAULT '',
    revision int NOT NULL DEFAULT 1,
    tags text[] NOT NULL DEFAULT '{}',
    language text NOT NULL DEFAULT 'english',
    ai_allowed boolean NOT NULL DEFAULT true,
    word_count int NOT NULL DEFAULT 0,
    index_status text NOT NULL DEFAULT 'pending' CHECK (index_status IN ('pending', 'ready')),
    import_status text CHECK (import_status IN ('awaiting_upload', 'reading', 'ready', 'failed')),
    import_error text,
    import_key text,
    import_type text,
    import_bytes bigint,
    archived_at timestamptz(3),
    deleted_at timestamptz(3),
    title_tsv tsvector,
    ${CREATED},
    updated_at timestamptz(3) NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX docs_of_owner ON ext_ai_docs.docs (owner_id, updated_at DESC, id DESC)',
  'CREATE INDEX docs_tags ON ext_ai_docs.docs USING gin (tags)',
  'CREATE INDEX docs_titles ON ext_ai_docs.docs USING gin (title_tsv)',
  'CREATE INDEX docs_bin ON ext_ai_docs.docs (deleted_at, id) WHERE deleted_at IS NOT NULL',
  // The language is a column, so no generated column can do it.
  `CREATE FUNCTION ext_ai_docs.title_words() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW.title_tsv := to_tsvector(NEW.language::regconfig, NEW.title);
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER docs_title_words BEFORE INSERT OR UPDATE OF title, language ON ext_ai_docs.docs
   FOR EACH ROW EXECUTE FUNCTION ext_ai_docs.title_words()`,

  `CREATE TABLE ext_ai_docs.revisions (
    ${ROW},
    ${OF_DOC},
    revision int NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    source text NOT NULL CHECK (source IN ('manual', 'run', 'import', 'restore')),
    run_id uuid,
    ${CREATED}
  )`,
  'CREATE UNIQUE INDEX revisions_of_doc ON ext_ai_docs.revisions (doc_id, revision)',
  'CREATE INDEX revisions_of_owner ON ext_ai_docs.revisions (owner_id)',

  `CREATE TABLE ext_ai_docs.chunks (
    ${ROW},
    ${OF_DOC},
    revision int NOT NULL,
    position int NOT NULL,
    heading text,
    start_offset int NOT NULL,
    end_offset int NOT NULL,
    body text NOT NULL,
    tsv tsvector,
    ${CREATED}
  )`,
  'CREATE UNIQUE INDEX chunks_of_doc ON ext_ai_docs.chunks (doc_id, position)',
  'CREATE INDEX chunks_of_owner ON ext_ai_docs.chunks (owner_id)',
  'CREATE INDEX chunks_words ON ext_ai_docs.chunks USING gin (tsv)',

  `CREATE TABLE ext_ai_docs.runs (
    ${ROW},
    doc_id uuid REFERENCES ext_ai_docs.docs (id) ON DELETE SET NULL,
    operation text NOT NULL CHECK (operation IN ('generate', 'rewrite', 'summarize', 'ask')),
    method text NOT NULL CHECK (method IN ('provider', 'extractive')),
    status text NOT NULL DEFAULT 'queued'
      CHECK (status IN ('queued', 'running', 'completed', 'failed', 'canceled')),
    input jsonb NOT NULL,
    state jsonb NOT NULL DEFAULT '{}',
    source_doc_ids uuid[] NOT NULL DEFAULT '{}',
    base_revision int,
    output text,
    citations jsonb NOT NULL DEFAULT '[]',
    reason text,
    error text,
    model text,
    input_tokens int,
    output_tokens int,
    attempts int NOT NULL DEFAULT 0,
    lease_until timestamptz(3),
    started_at timestamptz(3),
    finished_at timestamptz(3),
    applied_revision int,
    idempotency_key text,
    has_texts boolean NOT NULL DEFAULT true,
    ${CREATED}
  )`,
  'CREATE INDEX runs_of_owner ON ext_ai_docs.runs (owner_id, created_at DESC, id DESC)',
  'CREATE INDEX runs_of_doc ON ext_ai_docs.runs (doc_id, created_at DESC, id DESC)',
  'CREATE INDEX runs_sources ON ext_ai_docs.runs USING gin (source_doc_ids)',
  'CREATE INDEX runs_leases ON ext_ai_docs.runs (status, lease_until)',
  `CREATE INDEX runs_open ON ext_ai_docs.runs (owner_id) WHERE status IN ('queued', 'running')`,
  'CREATE UNIQUE INDEX runs_keys ON ext_ai_docs.runs (owner_id, idempotency_key)',
  'CREATE INDEX runs_with_texts ON ext_ai_docs.runs (id) WHERE has_texts',
];

export class AiDocs1790000040200 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_ai_docs CASCADE'];
}
