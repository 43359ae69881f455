import { Column, Entity, ForeignKey, Index, Check } from 'typeorm';
import { Coupon } from '../../kernel/selling/coupon.entity.js';
import { Course } from '../catalogue/course.entity.js';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';

@Entity({ schema: 'ext_courses', name: 'coupons' })
@Index('coupons_code', ['course_id', 'code'], { unique: true })
export class CourseCoupon extends Coupon {
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
}

/** For the books: it outlives both of its sides and the course. */
@Entity({ schema: 'ext_courses', name: 'orders' })
@Check('orders_status_check', `status IN ('pending', 'paid', 'expired', 'refunded', 'needs_attention')`)
@Index('orders_payment', ['payment_id'], { unique: true })
@Index('orders_pending_once', ['course_id', 'owner_id'], { unique: true, where: `status = 'pending'` })
@Index('orders_of_course', ['course_id', 'owner_id'])
@Index('orders_of_seller', ['seller_id', 'created_at'])
@Index('orders_of_buyer', ['owner_id'])
@Index('orders_expiring', ['expires_at'], { where: `status = 'pending'` })
@Index('orders_due_of_course', ['course_id', 'expires_at'], { where: `status = 'pending'` })
export class CourseOrder {
  @Id() id!: string;
  @Column({ type: 'uuid' }) owner_id!: string;
  /** Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  seller_id!: string | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Course, { onDelete: 'SET NULL' })
  course_id!: string | null;
  @Column({ type: 'int' }) list_minor!: number;
  @Column({ type: 'int' }) discount_minor!: number;
  @Column({ type: 'int' }) total_minor!: number;
  @Column({ type: 'int', default: 0 }) refunded_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Column({ type: 'uuid', nullable: true }) coupon_id!: string | null;
  @Column({ type: 'uuid', nullable: true }) affiliate_id!: string | null;
  @Column({ type: 'boolean' }) holds_seat!: boolean;
  @Column({ type: 'text' }) status!: 'pending' | 'paid' | 'expired' | 'refunded' | 'needs_attention';
  /** Null for what a coupon made free. */
  @Column({ type: 'uuid', nullable: true }) payment_id!: string | null;
  @Column({ type: 'text', nullable: true }) checkout_url!: string | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Moment({ nullable: true }) paid_at!: Date | null;
  @Moment({ nullable: true }) refunded_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
