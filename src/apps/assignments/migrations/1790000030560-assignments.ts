import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const TIMES = `${CREATED}, updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const USER = 'uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const ASSIGNMENT = 'assignment_id uuid NOT NULL REFERENCES ext_assignments.assignments (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_assignments',
  `CREATE TABLE ext_assignments.assignments (
    ${ROW},
    owner_id ${USER},
    title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
    instructions text,
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'closed', 'archived')),
    grading text NOT NULL DEFAULT 'points' CHECK (grading IN ('points', 'pass_fail')),
    points numeric(7,2) NOT NULL DEFAULT 100 CHECK (points > 0),
    submission_types text[] NOT NULL DEFAULT '{text,file}',
    allowed_extensions text[] NOT NULL DEFAULT '{}',
    max_files int NOT NULL DEFAULT 5,
    max_file_bytes bigint NOT NULL,
    opens_at timestamptz(3),
    due_at timestamptz(3),
    closes_at timestamptz(3),
    max_attempts int DEFAULT 1,
    keep_score text NOT NULL DEFAULT 'latest' CHECK (keep_score IN ('latest', 'highest')),
    late_penalty_percent numeric(5,2) NOT NULL DEFAULT 0,
    late_penalty_max numeric(5,2) NOT NULL DEFAULT 100,
    rubric jsonb,
    anonymous boolean NOT NULL DEFAULT false,
    release text NOT NULL DEFAULT 'manual' CHECK (release IN ('immediate', 'manual')),
    submit_drafts boolean NOT NULL DEFAULT true,
    join_code text NOT NULL,
    reference_type text,
    reference_id uuid,
    published_at timestamptz(3),
    submitted_notice_at timestamptz(3),
    closed_notice_at timestamptz(3),
    ${TIMES},
    CONSTRAINT assignments_dates_check
      CHECK (opens_at < due_at AND due_at <= closes_at AND opens_at < closes_at)
  )`,
  'CREATE UNIQUE INDEX assignments_join_code ON ext_assignments.assignments (join_code)',
  'CREATE INDEX assignments_of_owner ON ext_assignments.assignments (owner_id, status, due_at)',
  'CREATE INDEX assignments_newest ON ext_assignments.assignments (owner_id, created_at DESC, id DESC)',
  'CREATE INDEX assignments_closing ON ext_assignments.assignments (status, closes_at)',
  'CREATE INDEX assignments_to_close ON ext_assignments.assignments (closes_at) WHERE closed_notice_at IS NULL',
  'CREATE INDEX assignments_of_reference ON ext_assignments.assignments (reference_type, reference_id)',
  `CREATE INDEX assignments_due ON ext_assignments.assignments (due_at) WHERE status = 'published'`,

  `CREATE TABLE ext_assignments.learners (
    id uuid PRIMARY KEY,
    ${ASSIGNMENT},
    user_id ${USER},
    number int NOT NULL,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'excused', 'removed')),
    due_at timestamptz(3),
    closes_at timestamptz(3),
    extra_attempts int NOT NULL DEFAULT 0 CHECK (extra_attempts BETWEEN 0 AND 20),
    due_notice_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX learners_once ON ext_assignments.learners (assignment_id, user_id)',
  'CREATE UNIQUE INDEX learners_number ON ext_assignments.learners (assignment_id, number)',
  'CREATE INDEX learners_of_user ON ext_assignments.learners (user_id, status)',
  'CREATE INDEX learners_due ON ext_assignments.learners (due_at) WHERE due_at IS NOT NULL',

  `CREATE TABLE ext_assignments.submissions (
    ${ROW},
    ${ASSIGNMENT},
    owner_id ${USER},
    attempt int NOT NULL CHECK (attempt > 0),
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'submitted', 'graded', 'revision')),
    body text,
    link_url text,
    submitted_at timestamptz(3),
    late_seconds int NOT NULL DEFAULT 0,
    auto_submitted boolean NOT NULL DEFAULT false,
    score numeric(7,2),
    penalty numeric(7,2) NOT NULL DEFAULT 0,
    final_score numeric(7,2) CHECK (final_score >= 0),
    passed boolean,
    rubric_scores jsonb,
    feedback text,
    graded_by uuid,
    graded_at timestamptz(3),
    released_at timestamptz(3),
    version int NOT NULL DEFAULT 1,
    told boolean NOT NULL DEFAULT false,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX submissions_attempt ON ext_assignments.submissions (assignment_id, owner_id, attempt)',
  'CREATE INDEX submissions_of_assignment ON ext_assignments.submissions (assignment_id, status)',
  'CREATE INDEX submissions_of_owner ON ext_assignments.submissions (owner_id)',
  `CREATE INDEX submissions_drafts ON ext_assignments.submissions (assignment_id) WHERE status = 'draft'`,
  `CREATE INDEX submissions_untold ON ext_assignments.submissions (assignment_id)
    WHERE submitted_at IS NOT NULL AND NOT told`,

  `CREATE TABLE ext_assignments.files (
    ${ROW},
    ${ASSIGNMENT},
    submission_id uuid REFERENCES ext_assignments.submissions (id) ON DELETE CASCADE,
    owner_id ${USER},
    name text NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    storage_key uuid NOT NULL,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'ready', 'lost')),
    expires_at timestamptz(3) NOT NULL,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX files_storage_key ON ext_assignments.files (storage_key)',
  'CREATE INDEX files_of_submission ON ext_assignments.files (submission_id)',
  'CREATE INDEX files_of_assignment ON ext_assignments.files (assignment_id)',
  'CREATE INDEX files_of_owner ON ext_assignments.files (owner_id)',
  `CREATE INDEX files_pending ON ext_assignments.files (expires_at) WHERE status = 'pending'`,

  `CREATE TABLE ext_assignments.comments (
    ${ROW},
    ${ASSIGNMENT},
    learner_id uuid NOT NULL REFERENCES ext_assignments.learners (id) ON DELETE CASCADE,
    submission_id uuid REFERENCES ext_assignments.submissions (id) ON DELETE SET NULL,
    author_id ${USER},
    body text NOT NULL,
    ${CREATED}
  )`,
  'CREATE INDEX comments_of_thread ON ext_assignments.comments (assignment_id, learner_id, created_at)',
  'CREATE INDEX comments_of_learner ON ext_assignments.comments (learner_id)',
  'CREATE INDEX comments_of_submission ON ext_assignments.comments (submission_id)',
  'CREATE INDEX comments_of_author ON ext_assignments.comments (author_id)',
];

export class Assignments1790000030560 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_assignments CASCADE'];
}
