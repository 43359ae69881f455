import { Column, Entity, Index } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';

/** The inbox: an event of the processor, written in the transaction of what it did. */
@Entity({ schema: 'payments', name: 'webhook_events' })
export class WebhookEvent {
  /** The processor's own: whatever is delivered twice meets itself here. */
  @Column({ type: 'text', primary: true }) id!: string;
  @Column({ type: 'text' }) type!: string;
  /** The object that it tells of. */
  @Column({ type: 'text', nullable: true }) about!: string | null;
  /** applied, or why not: ignored, unknown, stale, waiting, flagged. */
  @Column({ type: 'text', default: 'applied' }) outcome!: string;
  @Column({ type: 'timestamp with time zone' }) event_created_at!: Date;
  @Moment({ default: () => 'now()' }) @Index('webhook_events_by_age') received_at!: Date;
}
