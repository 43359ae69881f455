import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Course } from './course.entity.js';

@Entity({ schema: 'ext_courses', name: 'coupons' })
@Check('coupons_percent_bp_check', 'percent_bp BETWEEN 1 AND 10000')
@Check('coupons_amount_minor_check', 'amount_minor > 0')
@Check('coupons_reduction_check', '(percent_bp IS NULL) <> (amount_minor IS NULL)')
@Index('coupons_code', ['course_id', 'code'], { unique: true })
export class CourseCoupon {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
  /** In capitals. */
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'int', nullable: true }) percent_bp!: number | null;
  @Column({ type: 'int', nullable: true }) amount_minor!: number | null;
  @Column({ type: 'int', nullable: true }) max_uses!: number | null;
  @Column({ type: 'int', default: 0 }) used_count!: number;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Column({ type: 'boolean', default: true }) active!: boolean;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
