import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';

/** A subscription at the processor, as the newest of its events told of it. */
@Entity({ schema: 'payments', name: 'subscriptions' })
@Index('subscriptions_of_user', ['user_id', 'purpose'])
export class Subscription {
  @Column({ type: 'text', primary: true }) processor_subscription_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  /** What is subscribed to: a business plan, a membership. */
  @Column({ type: 'text' }) purpose!: string;
  /** Which of them: of a membership, its tier. */
  @Column({ type: 'text', nullable: true }) plan!: string | null;
  @Column({ type: 'text' }) status!: string;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Column({ type: 'timestamp with time zone' }) started_at!: Date;
  /** When we first heard of it: of two that started in the same second, which is the newer one. */
  @Moment({ default: () => 'clock_timestamp()' }) opened_at!: Date;
}
