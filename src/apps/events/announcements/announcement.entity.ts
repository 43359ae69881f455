import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { TicketedEvent } from '../catalogue/event.entity.js';

export const AUDIENCES = ['valid', 'cancelled'] as const;

/** One notification to all holders of an event, which a job sends in batches. */
@Entity({ schema: 'ext_events', name: 'announcements' })
@Check('announcements_audience_check', `audience IN ('valid', 'cancelled')`)
@Index('announcements_of_event', ['event_id', 'type', 'created_at'])
export class EventAnnouncement {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => TicketedEvent, { onDelete: 'CASCADE' }) event_id!: string;
  @Column({ type: 'text' }) type!: `events.${string}`;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'jsonb', default: {} }) data!: object;
  /** Holders of valid tickets, or of those that were cancelled when it was written. */
  @Choice(AUDIENCES, { default: 'valid' }) audience!: (typeof AUDIENCES)[number];
  /** Null: of all types. */
  @Column({ type: 'uuid', array: true, nullable: true }) ticket_type_ids!: string[] | null;
  @Column({ type: 'boolean', default: false }) only_not_checked_in!: boolean;
  /** The last holder who was notified. */
  @Column({ type: 'uuid', nullable: true }) sent_through!: string | null;
  @Moment({ nullable: true }) sent_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
