import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const TIMES = `${CREATED}, updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const USER = 'uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const COURSE = 'course_id uuid NOT NULL REFERENCES ext_courses.courses (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_courses',
  `CREATE TABLE ext_courses.courses (
    ${ROW},
    owner_id ${USER},
    title text NOT NULL,
    subtitle text NOT NULL DEFAULT '',
    description text NOT NULL DEFAULT '',
    language text NOT NULL DEFAULT 'en',
    level text NOT NULL DEFAULT 'all' CHECK (level IN ('beginner', 'intermediate', 'advanced', 'all')),
    category_id uuid,
    tags text[] NOT NULL DEFAULT '{}',
    cover_file_id uuid,
    price_minor int NOT NULL DEFAULT 0 CHECK (price_minor >= 0),
    currency char(3) NOT NULL DEFAULT 'usd',
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'archived')),
    max_students int CHECK (max_students > 0),
    seats_taken int NOT NULL DEFAULT 0 CHECK (seats_taken >= 0),
    enrollment_opens_at timestamptz(3),
    enrollment_closes_at timestamptz(3),
    access_days int,
    sequential boolean NOT NULL DEFAULT false,
    completion_percent int NOT NULL DEFAULT 100 CHECK (completion_percent BETWEEN 1 AND 100),
    prerequisite_course_ids uuid[] NOT NULL DEFAULT '{}',
    comments_enabled boolean NOT NULL DEFAULT true,
    certificate_template_id uuid,
    curriculum_version int NOT NULL DEFAULT 1,
    lessons_count int NOT NULL DEFAULT 0,
    duration_seconds int NOT NULL DEFAULT 0,
    rating_sum int NOT NULL DEFAULT 0,
    rating_count int NOT NULL DEFAULT 0,
    search tsvector,
    published_at timestamptz(3),
    ${TIMES}
  )`,
  // Not a generated column: the entities could not say that.
  `CREATE TRIGGER courses_words BEFORE INSERT OR UPDATE OF title, subtitle, description ON ext_courses.courses
    FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(search, 'pg_catalog.simple', title, subtitle, description)`,
  'CREATE INDEX courses_newest ON ext_courses.courses (status, published_at DESC, id DESC)',
  `CREATE INDEX courses_popular ON ext_courses.courses (seats_taken DESC, id DESC) WHERE status = 'published'`,
  `CREATE INDEX courses_rated ON ext_courses.courses
    ((coalesce(rating_sum * 100::bigint / nullif(rating_count, 0), 0)) DESC, id DESC) WHERE status = 'published'`,
  'CREATE INDEX courses_of_owner ON ext_courses.courses (owner_id, status)',
  'CREATE INDEX courses_category ON ext_courses.courses (category_id)',
  'CREATE INDEX courses_search ON ext_courses.courses USING gin (search)',
  'CREATE INDEX courses_tags ON ext_courses.courses USING gin (tags)',

  `CREATE TABLE ext_courses.modules (
    ${ROW},
    ${COURSE},
    title text NOT NULL,
    summary text NOT NULL DEFAULT '',
    position int NOT NULL,
    available_after_days int,
    available_at timestamptz(3),
    ${TIMES},
    CONSTRAINT modules_release_check CHECK (available_after_days IS NULL OR available_at IS NULL)
  )`,
  'CREATE INDEX modules_of_course ON ext_courses.modules (course_id, position)',
  'CREATE INDEX modules_opening ON ext_courses.modules (available_at) WHERE available_at IS NOT NULL',

  `CREATE TABLE ext_courses.lessons (
    ${ROW},
    ${COURSE},
    module_id uuid REFERENCES ext_courses.modules (id) ON DELETE SET NULL,
    title text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('text', 'video', 'file', 'quiz', 'assignment', 'live_session')),
    body text NOT NULL DEFAULT '',
    file_id uuid,
    ref_id uuid,
    duration_seconds int NOT NULL DEFAULT 0,
    preview boolean NOT NULL DEFAULT false,
    required boolean NOT NULL DEFAULT true,
    published boolean NOT NULL DEFAULT false,
    position int NOT NULL,
    removed_at timestamptz(3),
    ${TIMES},
    CONSTRAINT lessons_module_check CHECK (module_id IS NOT NULL OR removed_at IS NOT NULL)
  )`,
  'CREATE INDEX lessons_of_course ON ext_courses.lessons (course_id)',
  'CREATE INDEX lessons_of_module ON ext_courses.lessons (module_id, position)',
  `CREATE UNIQUE INDEX lessons_linked_once ON ext_courses.lessons (course_id, ref_id)
    WHERE ref_id IS NOT NULL AND removed_at IS NULL`,
  'CREATE INDEX lessons_linked ON ext_courses.lessons (ref_id) WHERE ref_id IS NOT NULL',

  `CREATE TABLE ext_courses.lesson_files (
    ${ROW},
    ${COURSE},
    lesson_id uuid REFERENCES ext_courses.lessons (id) ON DELETE SET NULL,
    file_id uuid NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('main', 'attachment', 'cover')),
    name text NOT NULL,
    size_bytes bigint NOT NULL,
    content_type text NOT NULL,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX lesson_files_file ON ext_courses.lesson_files (file_id)',
  'CREATE INDEX lesson_files_of_lesson ON ext_courses.lesson_files (lesson_id)',
  'CREATE INDEX lesson_files_of_course ON ext_courses.lesson_files (course_id)',

  `CREATE TABLE ext_courses.coupons (
    ${ROW},
    ${COURSE},
    code text NOT NULL,
    percent_bp int CHECK (percent_bp BETWEEN 1 AND 10000),
    amount_minor int CHECK (amount_minor > 0),
    max_uses int,
    used_count int NOT NULL DEFAULT 0,
    expires_at timestamptz(3),
    active boolean NOT NULL DEFAULT true,
    ${TIMES},
    CONSTRAINT coupons_reduction_check CHECK ((percent_bp IS NULL) <> (amount_minor IS NULL))
  )`,
  'CREATE UNIQUE INDEX coupons_code ON ext_courses.coupons (course_id, code)',

  `CREATE TABLE ext_courses.orders (
    ${ROW},
    owner_id uuid NOT NULL,
    seller_id uuid NOT NULL,
    course_id uuid REFERENCES ext_courses.courses (id) ON DELETE SET NULL,
    list_minor int NOT NULL,
    discount_minor int NOT NULL,
    total_minor int NOT NULL,
    refunded_minor int NOT NULL DEFAULT 0,
    currency char(3) NOT NULL,
    coupon_id uuid,
    affiliate_id uuid,
    holds_seat boolean NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'paid', 'expired', 'refunded', 'needs_attention')),
    payment_id uuid,
    checkout_url text,
    expires_at timestamptz(3),
    paid_at timestamptz(3),
    refunded_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX orders_payment ON ext_courses.orders (payment_id)',
  `CREATE UNIQUE INDEX orders_pending_once ON ext_courses.orders (course_id, owner_id) WHERE status = 'pending'`,
  'CREATE INDEX orders_of_course ON ext_courses.orders (course_id, owner_id)',
  'CREATE INDEX orders_of_seller ON ext_courses.orders (seller_id, created_at)',
  'CREATE INDEX orders_of_buyer ON ext_courses.orders (owner_id)',
  `CREATE INDEX orders_expiring ON ext_courses.orders (expires_at) WHERE status = 'pending'`,

  `CREATE TABLE ext_courses.enrollments (
    ${ROW},
    owner_id ${USER},
    ${COURSE},
    status text NOT NULL CHECK (status IN ('active', 'ended')),
    progress_percent int NOT NULL DEFAULT 0,
    last_lesson_id uuid,
    last_activity_at timestamptz(3),
    expires_at timestamptz(3),
    completed_at timestamptz(3),
    blocked boolean NOT NULL DEFAULT false,
    reminded_at timestamptz(3),
    ending_notice_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX enrollments_once ON ext_courses.enrollments (course_id, owner_id)',
  'CREATE INDEX enrollments_of_student ON ext_courses.enrollments (owner_id, last_activity_at DESC)',
  'CREATE INDEX enrollments_of_course ON ext_courses.enrollments (course_id, status)',
  `CREATE INDEX enrollments_expiring ON ext_courses.enrollments (expires_at) WHERE status = 'active'`,
  `CREATE INDEX enrollments_unfinished ON ext_courses.enrollments (id)
    WHERE status = 'active' AND completed_at IS NULL`,

  `CREATE TABLE ext_courses.grants (
    ${ROW},
    enrollment_id uuid NOT NULL REFERENCES ext_courses.enrollments (id) ON DELETE CASCADE,
    source text NOT NULL CHECK (source IN ('free', 'purchase', 'teacher', 'bundle', 'subscription')),
    source_id uuid,
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    reason text,
    ${TIMES}
  )`,
  `CREATE UNIQUE INDEX grants_once ON ext_courses.grants (enrollment_id, source, source_id) NULLS NOT DISTINCT`,

  `CREATE TABLE ext_courses.lesson_progress (
    ${ROW},
    enrollment_id uuid NOT NULL REFERENCES ext_courses.enrollments (id) ON DELETE CASCADE,
    lesson_id uuid NOT NULL REFERENCES ext_courses.lessons (id) ON DELETE CASCADE,
    position_seconds int NOT NULL DEFAULT 0,
    position_at timestamptz(3),
    completed_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX lesson_progress_once ON ext_courses.lesson_progress (enrollment_id, lesson_id)',
  'CREATE INDEX lesson_progress_of_lesson ON ext_courses.lesson_progress (lesson_id)',

  `CREATE TABLE ext_courses.reviews (
    ${ROW},
    owner_id ${USER},
    ${COURSE},
    rating int NOT NULL CHECK (rating BETWEEN 1 AND 5),
    body text NOT NULL DEFAULT '',
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX reviews_once ON ext_courses.reviews (course_id, owner_id)',
  'CREATE INDEX reviews_of_writer ON ext_courses.reviews (owner_id)',
  'CREATE INDEX reviews_newest ON ext_courses.reviews (course_id, created_at DESC, id DESC)',

  `CREATE TABLE ext_courses.comments (
    ${ROW},
    owner_id ${USER},
    ${COURSE},
    lesson_id uuid NOT NULL REFERENCES ext_courses.lessons (id) ON DELETE CASCADE,
    parent_id uuid REFERENCES ext_courses.comments (id) ON DELETE CASCADE,
    body text NOT NULL,
    answered boolean NOT NULL DEFAULT false,
    deleted_at timestamptz(3),
    ${TIMES}
  )`,
  `CREATE INDEX comments_of_lesson ON ext_courses.comments (lesson_id, created_at DESC, id DESC)
    WHERE parent_id IS NULL`,
  'CREATE INDEX comments_of_course ON ext_courses.comments (course_id, created_at DESC, id DESC)',
  'CREATE INDEX comments_under_lesson ON ext_courses.comments (lesson_id)',
  'CREATE INDEX comments_replies ON ext_courses.comments (parent_id, created_at)',
  'CREATE INDEX comments_of_writer ON ext_courses.comments (owner_id)',

  `CREATE TABLE ext_courses.announcements (
    ${ROW},
    owner_id ${USER},
    ${COURSE},
    title text NOT NULL,
    body text NOT NULL,
    audience text NOT NULL CHECK (audience IN ('all', 'not_started', 'in_progress', 'completed')),
    recipients int NOT NULL DEFAULT 0,
    sent_through uuid,
    sent_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE INDEX announcements_of_course ON ext_courses.announcements (course_id, created_at)',
  'CREATE INDEX announcements_of_writer ON ext_courses.announcements (owner_id)',

  `CREATE TABLE ext_courses.module_openings (
    enrollment_id uuid NOT NULL REFERENCES ext_courses.enrollments (id) ON DELETE CASCADE,
    module_id uuid NOT NULL REFERENCES ext_courses.modules (id) ON DELETE CASCADE,
    ${CREATED},
    PRIMARY KEY (enrollment_id, module_id)
  )`,
  'CREATE INDEX module_openings_of_module ON ext_courses.module_openings (module_id)',
];

export class Courses1790000030400 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_courses CASCADE'];
}
