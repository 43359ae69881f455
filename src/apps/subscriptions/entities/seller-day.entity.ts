import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Id } from '../../../platform/database/columns.js';
import { Whole } from '../../kernel/rows/columns.js';

/**
 * Parts of the figures of a seller for one day, kept by triggers on charges and subscriptions. The figure is the sum of its
 * rows. The day `infinity`: what counts now, and has no day yet.
 */
@Entity({ schema: 'ext_subscriptions', name: 'seller_days' })
@Index('seller_days_key', ['seller_id', 'day', 'figure', 'value'])
@Index('seller_days_fresh', ['id'], { where: 'NOT folded' })
export class SellerDay {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) seller_id!: string;
  @Column({ type: 'text' }) figure!: string;
  /** A currency, a reason or terms; empty for what has none. */
  @Column({ type: 'text' }) value!: string;
  @Column({ type: 'date' }) day!: string;
  @Whole() n!: number;
  /** A job has made one row of several. */
  @Column({ type: 'boolean', default: false }) folded!: boolean;
}
