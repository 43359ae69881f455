import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const TIMES = `created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const REQUEST = 'request_id uuid NOT NULL REFERENCES ext_filerequests.requests (id) ON DELETE CASCADE';
const USER = 'user_id uuid REFERENCES account.users (id) ON DELETE SET NULL';

const STATEMENTS = [
  'CREATE SCHEMA ext_filerequests',
  `CREATE TABLE ext_filerequests.requests (
    ${ROW},
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    title text NOT NULL,
    instructions text,
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed', 'archived')),
    code text NOT NULL UNIQUE,
    password_hash text,
    folder_id uuid NOT NULL,
    naming text NOT NULL DEFAULT 'uploader_prefix' CHECK (naming IN ('original', 'uploader_prefix')),
    subfolders boolean NOT NULL DEFAULT true,
    require_email boolean NOT NULL DEFAULT false,
    invited_only boolean NOT NULL DEFAULT false,
    closes_at timestamptz(3),
    allow_late boolean NOT NULL DEFAULT false,
    max_files int NOT NULL DEFAULT 50,
    max_file_bytes bigint NOT NULL,
    received_files int NOT NULL DEFAULT 0 CHECK (received_files >= 0),
    received_bytes bigint NOT NULL DEFAULT 0 CHECK (received_bytes >= 0),
    closed_reason text,
    storage_told_at timestamptz(3),
    submission_told_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE INDEX requests_of_owner ON ext_filerequests.requests (owner_id, created_at, id)',
  'CREATE INDEX requests_by_status ON ext_filerequests.requests (owner_id, status, created_at DESC, id DESC)',
  'CREATE INDEX requests_due ON ext_filerequests.requests (status, closes_at, id)',

  `CREATE TABLE ext_filerequests.items (
    ${ROW},
    ${REQUEST},
    position int NOT NULL,
    title text NOT NULL,
    description text,
    required boolean NOT NULL DEFAULT true,
    allowed_extensions text[] NOT NULL DEFAULT '{}',
    min_files int NOT NULL DEFAULT 1,
    max_files int NOT NULL DEFAULT 10,
    ${TIMES}
  )`,
  'CREATE INDEX items_of_request ON ext_filerequests.items (request_id, position)',

  `CREATE TABLE ext_filerequests.recipients (
    ${ROW},
    ${REQUEST},
    name text NOT NULL,
    email text,
    ${USER},
    token_hash text NOT NULL UNIQUE,
    status text NOT NULL DEFAULT 'invited'
      CHECK (status IN ('invited', 'opened', 'partial', 'submitted', 'accepted')),
    last_reminded_at timestamptz(3),
    ${TIMES},
    UNIQUE (request_id, user_id)
  )`,
  'CREATE UNIQUE INDEX recipients_email ON ext_filerequests.recipients (request_id, lower(email))',
  'CREATE INDEX recipients_of_user ON ext_filerequests.recipients (user_id)',

  `CREATE TABLE ext_filerequests.submissions (
    ${ROW},
    ${REQUEST},
    recipient_id uuid UNIQUE REFERENCES ext_filerequests.recipients (id) ON DELETE SET NULL,
    ${USER},
    uploader_name text NOT NULL,
    uploader_email text,
    receipt_hash text NOT NULL UNIQUE,
    status text NOT NULL DEFAULT 'draft'
      CHECK (status IN ('draft', 'submitted', 'accepted', 'changes_requested')),
    note text,
    review_message text,
    first_submitted_at timestamptz(3),
    submitted_at timestamptz(3),
    reviewed_at timestamptz(3),
    late boolean NOT NULL DEFAULT false,
    folder_id uuid,
    ip_prefix text NOT NULL,
    ${TIMES}
  )`,
  `CREATE INDEX submissions_by_status ON ext_filerequests.submissions
    (request_id, status, (coalesce(submitted_at, created_at)) DESC, id DESC)`,
  `CREATE INDEX submissions_newest ON ext_filerequests.submissions
    (request_id, (coalesce(submitted_at, created_at)) DESC, id DESC) WHERE status <> 'draft'`,
  `CREATE INDEX submissions_drafts ON ext_filerequests.submissions (created_at, id) WHERE status = 'draft'`,
  'CREATE INDEX submissions_of_folder ON ext_filerequests.submissions (folder_id)',
  'CREATE INDEX submissions_of_user ON ext_filerequests.submissions (user_id)',

  `CREATE TABLE ext_filerequests.files (
    ${ROW},
    submission_id uuid NOT NULL REFERENCES ext_filerequests.submissions (id) ON DELETE CASCADE,
    ${REQUEST},
    item_id uuid REFERENCES ext_filerequests.items (id) ON DELETE SET NULL,
    upload_id uuid NOT NULL UNIQUE,
    document_id uuid,
    version_id uuid,
    name text NOT NULL,
    stored_name text,
    size_bytes bigint NOT NULL,
    content_type text NOT NULL,
    status text NOT NULL DEFAULT 'pending'
      CHECK (status IN ('pending', 'received', 'removed', 'rejected', 'lost')),
    reject_reason text,
    received_at timestamptz(3),
    expires_at timestamptz(3) NOT NULL,
    ${TIMES}
  )`,
  'CREATE INDEX files_of_submission ON ext_filerequests.files (submission_id)',
  'CREATE INDEX files_of_item ON ext_filerequests.files (request_id, item_id)',
  'CREATE INDEX files_by_item ON ext_filerequests.files (item_id)',
  `CREATE INDEX files_received ON ext_filerequests.files (request_id, received_at) INCLUDE (size_bytes)
    WHERE received_at IS NOT NULL`,
  `CREATE INDEX files_pending ON ext_filerequests.files (expires_at) WHERE status = 'pending'`,
];

export class Filerequests1790000039200 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_filerequests CASCADE'];
}
