import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { Ticket } from './ticket.entity.js';

export const EVENT_KINDS = [
  'opened',
  'status',
  'priority',
  'assigned',
  'tags',
  'merged',
  'reopened',
  'breached',
  'rated',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

@Entity({ schema: 'ext_support', name: 'ticket_events' })
@Check(
  'ticket_events_kind_check',
  `kind IN ('opened', 'status', 'priority', 'assigned', 'tags', 'merged', 'reopened', 'breached', 'rated')`,
)
@Index('ticket_events_of_ticket', ['ticket_id', 'created_at'])
export class TicketEvent {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Ticket, { onDelete: 'CASCADE' }) ticket_id!: string;
  @Column({ type: 'uuid', nullable: true }) actor_id!: string | null;
  @Column({ type: 'text' }) kind!: EventKind;
  @Column({ type: 'jsonb', default: {} }) data!: object;
  @CreatedAt() created_at!: Date;
}
