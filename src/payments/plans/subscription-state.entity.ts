import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';

/** What one event told of a subscription. The subscription is read off all of them, so their order of arrival is all one. */
@Entity({ schema: 'payments', name: 'subscription_states' })
export class SubscriptionState {
  @Column({ type: 'text', primary: true }) event_id!: string;
  @Column({ type: 'text' })
  @ForeignKey('Subscription', { onDelete: 'CASCADE' })
  @Index()
  processor_subscription_id!: string;
  @Column({ type: 'timestamp with time zone' }) told_at!: Date;
  /** created, updated, deleted: which is the later one in the same second. */
  @Column({ type: 'smallint' }) rank!: number;
  @Column({ type: 'text' }) status!: string;
  @Column({ type: 'text', nullable: true }) plan!: string | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Column({ type: 'timestamp with time zone' }) started_at!: Date;
}
