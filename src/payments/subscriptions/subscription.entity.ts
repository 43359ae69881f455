import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';

/** A subscription at the processor, in the state of its newest event. */
@Entity({ schema: 'payments', name: 'subscriptions' })
@Index('subscriptions_of_user', ['user_id', 'purpose'])
export class Subscription {
  @Column({ type: 'text', primary: true }) processor_subscription_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  /** `plan` for a business plan, `membership` for a membership. */
  @Column({ type: 'text' }) purpose!: string;
  /** The name of the business plan, or the tier of the membership. */
  @Column({ type: 'text', nullable: true }) plan!: string | null;
  @Column({ type: 'text' }) status!: string;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Column({ type: 'timestamp with time zone' }) started_at!: Date;
  /** When its first event arrived; orders two subscriptions that started in the same second. */
  @Moment({ default: () => 'clock_timestamp()' }) opened_at!: Date;
}

/** What one event reported. The subscription is computed from all of them, so the order of arrival does not matter. */
@Entity({ schema: 'payments', name: 'subscription_states' })
export class SubscriptionState {
  @Column({ type: 'text', primary: true }) event_id!: string;
  @Column({ type: 'text' })
  @ForeignKey('Subscription', { onDelete: 'CASCADE' })
  @Index()
  processor_subscription_id!: string;
  @Column({ type: 'timestamp with time zone' }) told_at!: Date;
  /** Orders events of the same second: created, updated, deleted. */
  @Column({ type: 'smallint' }) rank!: number;
  @Column({ type: 'text' }) status!: string;
  @Column({ type: 'text', nullable: true }) plan!: string | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Column({ type: 'timestamp with time zone' }) started_at!: Date;
}

/** The processor's customer of a user. */
@Entity({ schema: 'payments', name: 'customers' })
export class Customer {
  @Column({ type: 'uuid', primary: true }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text' }) @Index('customers_at_processor', { unique: true }) processor_customer_id!: string;
}
