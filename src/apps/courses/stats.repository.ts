import { AppProvider } from '../kernel/app-provider.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { during } from '../kernel/stats/figures.js';

const OWN = '(SELECT id FROM ext_courses.courses WHERE owner_id = $1)';
const enrollments = (of: string, where: string) =>
  `(SELECT ${of} FROM ext_courses.enrollments e WHERE e.course_id IN ${OWN} AND ${where})`;
const orders = (where: string) =>
  `(SELECT count(*)::int FROM ext_courses.orders o
    WHERE o.seller_id = $1 AND o.payment_id IS NOT NULL AND ${during('o.created_at')}${where})`;

const NOW = sql(
  'courses_stats_now',
  `SELECT
     (SELECT count(*)::int FROM ext_courses.courses WHERE owner_id = $1 AND status = 'published') AS courses_published,
     ${enrollments('count(*)::int', during('e.created_at'))} AS enrolled,
     ${enrollments('count(*)::int', `e.completed_at IS NOT NULL AND ${during('e.created_at')}`)} AS enrolled_completed,
     ${enrollments('count(DISTINCT e.owner_id)::int', during('e.last_activity_at'))} AS students_active,
     ${enrollments('count(*)::int', during('e.completed_at'))} AS completions,
     ${enrollments('round(avg(e.progress_percent), 2)::float8', `e.status = 'active'`)} AS average_progress,
     ${orders('')} AS opened,
     ${orders(` AND o.paid_at IS NOT NULL`)} AS paid,
     (SELECT round(sum(rating_sum)::numeric / nullif(sum(rating_count), 0), 2)::float8
      FROM ext_courses.courses WHERE owner_id = $1) AS average_rating,
     (SELECT count(*)::int FROM ext_courses.comments t WHERE t.course_id IN ${OWN} AND t.parent_id IS NULL
      AND NOT t.answered AND t.deleted_at IS NULL AND t.owner_id <> $1) AS unanswered_questions`,
);
// By what they came for first.
const SOURCES = sql(
  'courses_stats_sources',
  `SELECT first.source, count(*)::int AS count FROM ext_courses.enrollments e
   CROSS JOIN LATERAL (
     SELECT source FROM ext_courses.grants WHERE enrollment_id = e.id ORDER BY created_at, id LIMIT 1
   ) first
   WHERE e.course_id IN ${OWN} AND ${during('e.created_at')} GROUP BY first.source ORDER BY first.source`,
);
const MONEY = sql(
  'courses_stats_money',
  `SELECT currency, sum(revenue)::float8 AS revenue, sum(discounts)::float8 AS discounts, sum(refunds)::float8 AS refunds
   FROM (
     SELECT currency, total_minor AS revenue, discount_minor AS discounts, 0 AS refunds
     FROM ext_courses.orders WHERE seller_id = $1 AND ${during('paid_at')}
     UNION ALL
     SELECT currency, 0, 0, refunded_minor FROM ext_courses.orders WHERE seller_id = $1 AND ${during('refunded_at')}
   ) sums GROUP BY currency ORDER BY currency`,
);
const DROP_OFF = sql(
  'courses_stats_drop_off',
  `SELECT course_id, lesson_id, title, students FROM (
     SELECT e.course_id, l.id AS lesson_id, l.title, count(*)::int AS students,
       row_number() OVER (PARTITION BY e.course_id ORDER BY count(*) DESC, l.id) AS place
     FROM ext_courses.enrollments e JOIN ext_courses.lessons l ON l.id = e.last_lesson_id
     WHERE e.course_id IN ${OWN} AND e.status = 'active' AND e.completed_at IS NULL
       AND e.last_activity_at < now() - interval '14 days'
     GROUP BY e.course_id, l.id
   ) stopped WHERE place <= 5 ORDER BY course_id, place`,
);
const TOP = sql(
  'courses_stats_top',
  `SELECT c.id, c.title, top.currency, top.revenue_minor, top.sales FROM (
     SELECT o.course_id, o.currency, sum(o.total_minor - o.refunded_minor)::float8 AS revenue_minor,
       count(*)::int AS sales
     FROM ext_courses.orders o
     WHERE o.seller_id = $1 AND o.course_id IS NOT NULL AND o.payment_id IS NOT NULL AND ${during('o.paid_at')}
     GROUP BY o.course_id, o.currency ORDER BY revenue_minor DESC, o.course_id LIMIT 10
   ) top JOIN ext_courses.courses c ON c.id = top.course_id ORDER BY top.revenue_minor DESC, c.id`,
);

interface Now {
  courses_published: number;
  enrolled: number;
  enrolled_completed: number;
  students_active: number;
  completions: number;
  average_progress: number | null;
  opened: number;
  paid: number;
  average_rating: number | null;
  unanswered_questions: number;
}

/** Minor units. */
export interface MoneyRow {
  currency: string;
  revenue: number;
  discounts: number;
  refunds: number;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  async now(userId: string, from: string, to: string): Promise<Now> {
    return (await this.one<Now>(NOW, userId, from, to)) as Now;
  }

  sources(userId: string, from: string, to: string): Promise<{ source: string; count: number }[]> {
    return this.rows(SOURCES, userId, from, to);
  }

  money(userId: string, from: string, to: string): Promise<MoneyRow[]> {
    return this.rows<MoneyRow>(MONEY, userId, from, to);
  }

  dropOff(userId: string) {
    type Row = { course_id: string; lesson_id: string; title: string; students: number };
    return this.rows<Row>(DROP_OFF, userId);
  }

  top(userId: string, from: string, to: string) {
    type Row = { id: string; title: string; currency: string; revenue_minor: number; sales: number };
    return this.rows<Row>(TOP, userId, from, to);
  }
}
