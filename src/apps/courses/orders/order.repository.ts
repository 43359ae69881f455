import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { unpaidHolds } from '../../kernel/selling/unpaid-holds.sql.js';
import { CourseOrder } from './order.entity.js';

// One that has had no page for minutes will not get one: who was to open it is gone.
const PENDING = sql(
  'courses_order_pending',
  `SELECT *, expires_at <= now() OR (checkout_url IS NULL AND created_at < now() - interval '3 minutes') AS is_over
   FROM ext_courses.orders WHERE course_id = $1 AND owner_id = $2 AND status = 'pending' FOR UPDATE`,
);
// The same call again, after the processor was away, goes on with the order that it had made: its payment knows the sum.
const BEGIN = sql(
  'courses_order_begin',
  `INSERT INTO ext_courses.orders AS o (owner_id, seller_id, course_id, list_minor, discount_minor, total_minor, currency,
     coupon_id, affiliate_id, holds_seat, payment_id, status, expires_at, paid_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
     CASE WHEN $11::uuid IS NULL THEN 'paid' ELSE 'pending' END,
     CASE WHEN $11::uuid IS NOT NULL THEN now() + interval '30 minutes' END,
     CASE WHEN $11::uuid IS NULL THEN now() END)
   ON CONFLICT (payment_id) DO UPDATE SET status = 'pending', expires_at = excluded.expires_at, created_at = now(),
     updated_at = now(), coupon_id = excluded.coupon_id, holds_seat = excluded.holds_seat
   WHERE o.status = 'expired' AND o.owner_id = excluded.owner_id AND o.course_id = excluded.course_id
     AND o.total_minor = excluded.total_minor AND o.currency = excluded.currency
   RETURNING *`,
);
const BY_PAYMENT = sql('courses_order_by_payment', 'SELECT * FROM ext_courses.orders WHERE payment_id = $1');
const LOCK = sql('courses_order_lock', 'SELECT * FROM ext_courses.orders WHERE id = $1 FOR UPDATE');
const OPENED = sql(
  'courses_order_opened',
  `UPDATE ext_courses.orders SET checkout_url = $2, updated_at = now() WHERE id = $1 AND checkout_url IS NULL`,
);
const EXPIRE = sql(
  'courses_orders_expire',
  `UPDATE ext_courses.orders SET status = 'expired', updated_at = now()
   WHERE id = ANY ($1::uuid[]) AND status = 'pending' RETURNING holds_seat, coupon_id`,
);
// What is paid late had given its coupon back, and has used it after all.
const SETTLE = sql(
  'courses_order_settle',
  `WITH late AS (
     UPDATE ext_courses.coupons SET used_count = used_count + 1
     WHERE id = (SELECT coupon_id FROM ext_courses.orders WHERE id = $1 AND status = 'expired')
   )
   UPDATE ext_courses.orders SET status = $2, paid_at = coalesce(paid_at, now()), updated_at = now() WHERE id = $1`,
);
const REFUND = sql(
  'courses_order_refund',
  `UPDATE ext_courses.orders SET refunded_minor = $2, updated_at = now(),
     status = CASE WHEN $2 >= total_minor THEN 'refunded' ELSE status END,
     refunded_at = CASE WHEN $2 > refunded_minor THEN now() ELSE refunded_at END
   WHERE id = $1`,
);
const COURSES_DUE = sql(
  'courses_with_orders_due',
  `SELECT DISTINCT course_id AS id FROM ext_courses.orders
   WHERE status = 'pending' AND expires_at <= now() AND course_id IS NOT NULL`,
);
const HAS_DUE = sql(
  'courses_has_orders_due',
  `SELECT FROM ext_courses.orders WHERE course_id = $1 AND status = 'pending' AND expires_at <= now() LIMIT 1`,
);
const DUE = sql(
  'courses_orders_due',
  `SELECT id FROM ext_courses.orders WHERE course_id = $1 AND status = 'pending' AND expires_at <= now()
   ORDER BY id FOR UPDATE`,
);
const UNPAID = sql('courses_orders_unpaid', unpaidHolds('ext_courses.orders', 'course_id'));
const ABANDONED = sql(
  'courses_orders_abandoned',
  `UPDATE ext_courses.orders SET status = 'expired', updated_at = now()
   WHERE status = 'pending' AND course_id IS NULL AND expires_at <= now()`,
);
const PENDING_OF_USER = sql(
  'courses_orders_pending_of_user',
  `SELECT id, course_id FROM ext_courses.orders WHERE owner_id = $1 AND status = 'pending' ORDER BY id FOR UPDATE`,
);

// Before the seats of their courses are counted anew, and their coupons deleted.
const END_OF_SELLER = sql(
  'courses_orders_end_of_seller',
  `UPDATE ext_courses.orders SET status = 'expired', updated_at = now() WHERE seller_id = $1 AND status = 'pending'`,
);

export type NewOrder = Pick<
  CourseOrder,
  | 'owner_id'
  | 'seller_id'
  | 'list_minor'
  | 'discount_minor'
  | 'total_minor'
  | 'currency'
  | 'coupon_id'
  | 'affiliate_id'
  | 'holds_seat'
  | 'payment_id'
> & { course_id: string };

export type Held = Pick<CourseOrder, 'holds_seat' | 'coupon_id'>;

@AppProvider()
export class OrderRepository extends BaseRepository {
  /** Locked; `is_over`: it counts no more, and nobody has written that down yet. */
  pending(courseId: string, userId: string): Promise<(CourseOrder & { is_over: boolean }) | undefined> {
    return this.one<CourseOrder & { is_over: boolean }>(PENDING, courseId, userId);
  }

  /** Without a payment it is paid: a coupon has made it free. */
  async begin(order: NewOrder): Promise<CourseOrder> {
    const { owner_id, seller_id, course_id, list_minor, discount_minor, total_minor, currency } = order;
    const { coupon_id, affiliate_id, holds_seat, payment_id } = order;
    const sums = [list_minor, discount_minor, total_minor, currency];
    const held = [coupon_id, affiliate_id, holds_seat, payment_id];
    const party = [owner_id, seller_id, course_id];
    const begun = await this.one<CourseOrder>(BEGIN, ...party, ...sums, ...held);
    // The same key for what costs something else by now.
    if (!begun) throw new Refusal(409, 'Idempotency key reused');
    return begun;
  }

  byPayment(paymentId: string): Promise<CourseOrder | undefined> {
    return this.one<CourseOrder>(BY_PAYMENT, paymentId);
  }

  async lock(id: string): Promise<CourseOrder> {
    return (await this.one<CourseOrder>(LOCK, id)) as CourseOrder;
  }

  async opened(id: string, url: string): Promise<void> {
    await this.count(OPENED, id, url);
  }

  /** What those had set aside that were still pending. */
  expire(ids: string[]): Promise<Held[]> {
    return this.rows<Held>(EXPIRE, ids);
  }

  async settle(id: string, status: 'paid' | 'needs_attention'): Promise<void> {
    await this.count(SETTLE, id, status);
  }

  async refund(id: string, minor: number): Promise<void> {
    await this.count(REFUND, id, minor);
  }

  async coursesWithDue(): Promise<string[]> {
    return (await this.rows<{ id: string }>(COURSES_DUE)).map(({ id }) => id);
  }

  async hasDue(courseId: string): Promise<boolean> {
    return (await this.rows(HAS_DUE, courseId)).length > 0;
  }

  /** True if the student has held a seat for as long as is allowed without paying. */
  async hasHeldTooLong(userId: string, courseId: string): Promise<boolean> {
    return (await this.rows(UNPAID, userId, courseId)).length > 0;
  }

  async lockDue(courseId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(DUE, courseId)).map(({ id }) => id);
  }

  /** Of courses that are gone. */
  async expireAbandoned(): Promise<void> {
    await this.count(ABANDONED);
  }

  lockPendingOf(userId: string): Promise<{ id: string; course_id: string | null }[]> {
    return this.rows(PENDING_OF_USER, userId);
  }

  /** The open ones, whose courses are locked. */
  async endOfSeller(userId: string): Promise<void> {
    await this.count(END_OF_SELLER, userId);
  }
}
