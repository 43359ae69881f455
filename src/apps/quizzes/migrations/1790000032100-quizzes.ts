import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const TIMES = `created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const USER = 'uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const QUIZ = 'quiz_id uuid NOT NULL REFERENCES ext_quizzes.quizzes (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_quizzes',
  `CREATE TABLE ext_quizzes.quizzes (
    ${ROW},
    owner_id ${USER},
    title text NOT NULL,
    instructions text NOT NULL DEFAULT '',
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'archived')),
    course_id uuid,
    access_code_hash text,
    opens_at timestamptz(3),
    closes_at timestamptz(3),
    time_limit_seconds int CHECK (time_limit_seconds BETWEEN 60 AND 86400),
    max_attempts int DEFAULT 1 CHECK (max_attempts BETWEEN 1 AND 100),
    attempt_gap_minutes int NOT NULL DEFAULT 0,
    scoring text NOT NULL DEFAULT 'highest' CHECK (scoring IN ('highest', 'latest', 'first', 'average')),
    pass_percent numeric(5, 2) CHECK (pass_percent BETWEEN 0 AND 100),
    draw_count int,
    shuffle_questions boolean NOT NULL DEFAULT false,
    shuffle_options boolean NOT NULL DEFAULT false,
    release_score text NOT NULL DEFAULT 'at_once' CHECK (release_score IN ('at_once', 'after_close', 'by_hand')),
    show_answers text NOT NULL DEFAULT 'after_score'
      CHECK (show_answers IN ('never', 'after_score', 'after_last_attempt', 'after_close')),
    released_at timestamptz(3),
    questions_count int NOT NULL DEFAULT 0,
    published_at timestamptz(3),
    ${TIMES},
    CONSTRAINT quizzes_times_check CHECK (closes_at > opens_at)
  )`,
  'CREATE INDEX quizzes_of_owner ON ext_quizzes.quizzes (owner_id, status)',
  'CREATE INDEX quizzes_newest ON ext_quizzes.quizzes (owner_id, created_at DESC, id DESC)',
  'CREATE INDEX quizzes_of_course ON ext_quizzes.quizzes (course_id)',

  `CREATE TABLE ext_quizzes.questions (
    ${ROW},
    ${QUIZ},
    type text NOT NULL CHECK (type IN ('single_choice', 'multiple_choice', 'true_false', 'short_text', 'numeric',
      'matching', 'ordering', 'essay')),
    prompt text NOT NULL,
    image_file_id uuid,
    data jsonb NOT NULL,
    answer jsonb NOT NULL,
    grading text NOT NULL DEFAULT 'partial' CHECK (grading IN ('all_or_nothing', 'partial', 'minus')),
    points numeric(6, 2) NOT NULL DEFAULT 1 CHECK (points BETWEEN 0 AND 1000),
    explanation text NOT NULL DEFAULT '',
    position int NOT NULL,
    key_version int NOT NULL DEFAULT 1,
    retired_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE INDEX questions_of_quiz ON ext_quizzes.questions (quiz_id, position)',

  `CREATE TABLE ext_quizzes.attempts (
    ${ROW},
    owner_id ${USER},
    ${QUIZ},
    number int NOT NULL,
    preview boolean NOT NULL DEFAULT false,
    status text NOT NULL CHECK (status IN ('in_progress', 'submitted', 'graded')),
    started_at timestamptz(3) NOT NULL,
    due_at timestamptz(3),
    time_limit_seconds int,
    submitted_at timestamptz(3),
    auto_submitted boolean NOT NULL DEFAULT false,
    layout jsonb NOT NULL,
    score numeric(8, 2),
    max_score numeric(8, 2),
    percent numeric(5, 2),
    passed boolean,
    graded_at timestamptz(3),
    owner_told_at timestamptz(3),
    taker_told_at timestamptz(3),
    closing_told_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX attempts_once ON ext_quizzes.attempts (quiz_id, owner_id, number) WHERE NOT preview',
  `CREATE UNIQUE INDEX attempts_running ON ext_quizzes.attempts (quiz_id, owner_id) WHERE status = 'in_progress'`,
  'CREATE INDEX attempts_of_quiz ON ext_quizzes.attempts (quiz_id, status, preview, percent)',
  'CREATE INDEX attempts_in_order ON ext_quizzes.attempts (quiz_id, id)',
  `CREATE INDEX attempts_best ON ext_quizzes.attempts (quiz_id, (coalesce(percent, -1)) DESC, id DESC)
    WHERE NOT preview`,
  'CREATE INDEX attempts_of_taker ON ext_quizzes.attempts (owner_id)',
  `CREATE INDEX attempts_due ON ext_quizzes.attempts (due_at) WHERE status = 'in_progress'`,
  `CREATE INDEX attempts_to_grade ON ext_quizzes.attempts (quiz_id) WHERE status = 'submitted' AND NOT preview`,
  `CREATE INDEX attempts_untold ON ext_quizzes.attempts (quiz_id)
    WHERE status = 'graded' AND taker_told_at IS NULL AND NOT preview`,
  'CREATE INDEX attempts_previews ON ext_quizzes.attempts (created_at) WHERE preview',

  `CREATE TABLE ext_quizzes.answers (
    ${ROW},
    attempt_id uuid NOT NULL REFERENCES ext_quizzes.attempts (id) ON DELETE CASCADE,
    question_id uuid NOT NULL REFERENCES ext_quizzes.questions (id) ON DELETE CASCADE,
    response jsonb,
    revision int NOT NULL,
    saved_at timestamptz(3) NOT NULL,
    points numeric(6, 2),
    key_version int,
    feedback text,
    graded_by uuid,
    graded_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX answers_once ON ext_quizzes.answers (attempt_id, question_id)',
  'CREATE INDEX answers_to_question ON ext_quizzes.answers (question_id)',

  `CREATE TABLE ext_quizzes.accommodations (
    ${ROW},
    ${QUIZ},
    user_id ${USER},
    extra_time_percent int NOT NULL DEFAULT 0 CHECK (extra_time_percent BETWEEN 0 AND 300),
    no_time_limit boolean NOT NULL DEFAULT false,
    extra_attempts int NOT NULL DEFAULT 0 CHECK (extra_attempts BETWEEN 0 AND 20),
    opens_at timestamptz(3),
    closes_at timestamptz(3),
    note text NOT NULL DEFAULT '',
    ${TIMES},
    CONSTRAINT accommodations_times_check CHECK (closes_at > opens_at)
  )`,
  'CREATE UNIQUE INDEX accommodations_once ON ext_quizzes.accommodations (quiz_id, user_id)',
  'CREATE INDEX accommodations_of_user ON ext_quizzes.accommodations (user_id)',
];

export class Quizzes1790000032100 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_quizzes CASCADE'];
}
