import { Column, Entity, ForeignKey, Index, Check } from 'typeorm';
import { Coupon } from '../../kernel/selling/coupon.entity.js';
import { Course } from '../catalogue/course.entity.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Order, ORDER_STATUSES } from '../../kernel/selling/order.entity.js';

@Entity({ schema: 'ext_courses', name: 'coupons' })
@Index('coupons_code', ['course_id', 'code'], { unique: true })
export class CourseCoupon extends Coupon {
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
}

/** Kept for the books when the buyer, the seller or the course is deleted. */
@Entity({ schema: 'ext_courses', name: 'orders' })
@Check('orders_status_check', `status IN ('pending', 'paid', 'expired', 'refunded', 'needs_attention')`)
@Index('orders_pending_once', ['course_id', 'owner_id'], { unique: true, where: `status = 'pending'` })
@Index('orders_of_course', ['course_id', 'owner_id'])
@Index('orders_of_seller', ['seller_id', 'created_at'])
@Index('orders_of_buyer', ['owner_id'])
@Index('orders_due_of_course', ['course_id', 'expires_at'], { where: `status = 'pending'` })
export class CourseOrder extends Order {
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Course, { onDelete: 'SET NULL' })
  course_id!: string | null;
  @Column({ type: 'int' }) list_minor!: number;
  @Column({ type: 'int' }) discount_minor!: number;
  /** The order has set a seat aside, which is given back when the order ends without a payment. */
  @Column({ type: 'boolean' }) holds_seat!: boolean;
  @Choice(ORDER_STATUSES) status!: (typeof ORDER_STATUSES)[number];
}
