import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Id, Moment } from '../../platform/database/columns.js';

/** The tier that a paid subscription of the processor gives its subscriber. A user has at most one active row. */
@Entity({ schema: 'community', name: 'memberships' })
@Check('memberships_status_check', `status IN ('active', 'past_due', 'canceled', 'expired')`)
@Index('memberships_active', ['user_id'], { unique: true, where: `status = 'active'` })
@Index('memberships_of_user', ['user_id', 'started_at'])
@Index('memberships_ending', ['expires_at'], { where: `status = 'active'` })
export class Membership {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text' }) tier!: string;
  @Column({ type: 'text' }) status!: 'active' | 'past_due' | 'canceled' | 'expired';
  @Moment() started_at!: Date;
  @Moment() expires_at!: Date;
  /** Lists and events show the row without it. */
  @Column({ type: 'text', select: false })
  @Index('memberships_subscription', { unique: true })
  processor_subscription_id!: string;
}
