import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Coupon } from '../../kernel/selling/coupon.entity.js';
import { Course } from './course.entity.js';

@Entity({ schema: 'ext_courses', name: 'coupons' })
@Index('coupons_code', ['course_id', 'code'], { unique: true })
export class CourseCoupon extends Coupon {
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
}
