import { Column, Entity, Index } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';

/** The webhook inbox: an event of the processor, stored in the transaction of its handler. */
@Entity({ schema: 'payments', name: 'webhook_events' })
export class WebhookEvent {
  /** The processor's id of the event, so that a second delivery conflicts with the first. */
  @Column({ type: 'text', primary: true }) id!: string;
  @Column({ type: 'text' }) type!: string;
  /** The id of the object in the event. */
  @Column({ type: 'text', nullable: true }) about!: string | null;
  /** `ignored` without a handler, otherwise a `WebhookOutcome`. */
  @Column({ type: 'text', default: 'applied' }) outcome!: string;
  @Column({ type: 'timestamp with time zone' }) event_created_at!: Date;
  @Moment({ default: () => 'now()' }) @Index('webhook_events_by_age') received_at!: Date;
}
