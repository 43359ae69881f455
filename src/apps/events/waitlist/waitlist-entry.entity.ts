import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { TicketedEvent } from '../catalogue/event.entity.js';
import { TicketType } from '../catalogue/ticket-type.entity.js';

export const ENTRY_STATUSES = ['waiting', 'offered', 'claimed', 'expired', 'left'] as const;

@Entity({ schema: 'ext_events', name: 'waitlist_entries' })
@Check('waitlist_entries_status_check', `status IN ('waiting', 'offered', 'claimed', 'expired', 'left')`)
@Check('waitlist_entries_quantity_check', 'quantity > 0')
@Index('waitlist_entries_open_once', ['ticket_type_id', 'owner_id'], {
  unique: true,
  where: `status IN ('waiting', 'offered')`,
})
@Index('waitlist_entries_waiting', ['ticket_type_id', 'created_at', 'id'], { where: `status = 'waiting'` })
@Index('waitlist_entries_in_turn', ['event_id', 'created_at', 'id'], { where: `status = 'waiting'` })
@Index('waitlist_entries_offered', ['offer_expires_at'], { where: `status = 'offered'` })
@Index('waitlist_entries_of_event', ['event_id', 'status'])
@Index('waitlist_entries_of_owner', ['owner_id', 'event_id'])
export class WaitlistEntry {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => TicketedEvent, { onDelete: 'CASCADE' }) event_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => TicketType, { onDelete: 'CASCADE' }) ticket_type_id!: string;
  @Column({ type: 'smallint' }) quantity!: number;
  @Choice(ENTRY_STATUSES, { default: 'waiting' }) status!: (typeof ENTRY_STATUSES)[number];
  @Moment({ nullable: true }) offered_at!: Date | null;
  /** The seats of the offer are held until then. */
  @Moment({ nullable: true }) offer_expires_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
