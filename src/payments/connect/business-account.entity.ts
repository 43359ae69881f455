import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id } from '../../platform/database/columns.js';

/** A seller's account at the processor, and the progress of its onboarding. */
@Entity({ schema: 'payments', name: 'business_accounts' })
@Check('business_accounts_fee_basis_points_check', 'fee_basis_points BETWEEN 0 AND 10000')
export class BusinessAccount {
  @Id() id!: string;
  @Column({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('business_accounts_of_user', { unique: true })
  user_id!: string;
  @Column({ type: 'text' })
  @Index('business_accounts_at_processor')
  processor_account_id!: string;
  @Column({ type: 'boolean', default: false }) processor_charges_enabled!: boolean;
  @Column({ type: 'boolean', default: false }) processor_payouts_enabled!: boolean;
  @Column({ type: 'boolean', default: false }) processor_onboarding_complete!: boolean;
  /** The seller's own fee in hundredths of a percent; null means the platform's fee. */
  @Column({ type: 'integer', nullable: true }) fee_basis_points!: number | null;
  /** The time and the event of the three flags; an older event that arrives later changes nothing. */
  @Column({ type: 'timestamp with time zone', nullable: true }) state_at!: Date | null;
  @Column({ type: 'text', nullable: true }) state_event!: string | null;
  @CreatedAt() created_at!: Date;
}
