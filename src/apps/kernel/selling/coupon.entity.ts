import { Check, Column } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';

/** What every app's table of coupons has, beside what the coupon is for. */
@Check('coupons_percent_bp_check', 'percent_bp BETWEEN 1 AND 10000')
@Check('coupons_amount_minor_check', 'amount_minor > 0')
@Check('coupons_reduction_check', '(percent_bp IS NULL) <> (amount_minor IS NULL)')
export abstract class Coupon {
  @Id() id!: string;
  /** In capitals. */
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'int', nullable: true }) percent_bp!: number | null;
  @Column({ type: 'int', nullable: true }) amount_minor!: number | null;
  @Column({ type: 'int', nullable: true }) max_uses!: number | null;
  /** Orders that were not given up. */
  @Column({ type: 'int', default: 0 }) used_count!: number;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Column({ type: 'boolean', default: true }) active!: boolean;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
