import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';

export const STATUSES = ['new', 'open', 'pending', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof STATUSES)[number];
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** People carry no foreign key here: what was said stays when an account goes. */
@Entity({ schema: 'ext_support', name: 'tickets' })
@Check('tickets_status_check', `status IN ('new', 'open', 'pending', 'resolved', 'closed')`)
@Check('tickets_priority_check', `priority IN ('low', 'normal', 'high', 'urgent')`)
@Index('tickets_number', ['owner_id', 'number'], { unique: true })
@Index('tickets_of_desk', ['owner_id', 'status', 'priority', 'updated_at'])
@Index('tickets_of_assignee', ['assignee_id', 'status'])
@Index('tickets_merged', ['merged_into_id'])
@Index('tickets_pending', ['pending_at'], { where: `status = 'pending'` })
@Index('tickets_resolved', ['resolved_at'], { where: `status = 'resolved'` })
@Index('tickets_response_look', ['response_look_at'], { where: 'response_look_at IS NOT NULL' })
@Index('tickets_resolution_look', ['resolution_look_at'], { where: 'resolution_look_at IS NOT NULL' })
// Descending, on expressions, of lists and by words: made by hand in the migration.
@Index('tickets_updated', { synchronize: false })
@Index('tickets_of_requester', { synchronize: false })
@Index('tickets_due', { synchronize: false })
@Index('tickets_tags', { synchronize: false })
@Index('tickets_search', { synchronize: false })
export class Ticket {
  @Id() id!: string;
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'int' }) number!: number;
  @Column({ type: 'uuid' }) requester_id!: string;
  @Column({ type: 'text' }) subject!: string;
  @Choice(STATUSES, { default: 'new' }) status!: TicketStatus;
  @Choice(PRIORITIES, { default: 'normal' }) priority!: Priority;
  /** An agent's user id, or the owner's. */
  @Column({ type: 'uuid', nullable: true }) assignee_id!: string | null;
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  @Column({ type: 'text', nullable: true }) reference_type!: string | null;
  @Column({ type: 'uuid', nullable: true }) reference_id!: string | null;
  /** When the first message came that nobody has answered. */
  @Moment({ nullable: true }) response_started_at!: Date | null;
  @Moment({ nullable: true }) response_due_at!: Date | null;
  /** When the job looks at it next: for a warning, and for the deadline. */
  @Moment({ nullable: true }) response_look_at!: Date | null;
  @Moment({ nullable: true }) first_responded_at!: Date | null;
  /** In business time. */
  @Column({ type: 'int', nullable: true }) first_response_seconds!: number | null;
  @Moment({ nullable: true }) resolution_due_at!: Date | null;
  @Moment({ nullable: true }) resolution_look_at!: Date | null;
  /** In business time, up to when its clock was last stopped. */
  @Column({ type: 'int', default: 0 }) resolution_used_seconds!: number;
  /** Null: it stands. */
  @Moment({ nullable: true }) clock_started_at!: Date | null;
  @Column({ type: 'boolean', default: false }) response_breached!: boolean;
  @Column({ type: 'boolean', default: false }) resolution_breached!: boolean;
  @Moment({ nullable: true }) warned_response_at!: Date | null;
  @Moment({ nullable: true }) warned_resolution_at!: Date | null;
  @Moment({ nullable: true }) last_requester_at!: Date | null;
  @Moment({ nullable: true }) last_agent_at!: Date | null;
  /** Since when the customer is waited for. */
  @Moment({ nullable: true }) pending_at!: Date | null;
  @Moment({ nullable: true }) resolved_at!: Date | null;
  @Moment({ nullable: true }) closed_at!: Date | null;
  @Column({ type: 'int', default: 0 }) reopened_count!: number;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Ticket, { onDelete: 'SET NULL' })
  merged_into_id!: string | null;
  @Column({ type: 'int', default: 0 }) last_seq!: number;
  /** The words of the subject, weighted A, and of what is said for all to read. */
  @Column({ type: 'tsvector', nullable: true, select: false }) search!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** A ticket without what it is found by. */
export type TicketRow = Omit<Ticket, 'search'>;

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
  @Choice(EVENT_KINDS) kind!: EventKind;
  @Column({ type: 'jsonb', default: {} }) data!: object;
  @CreatedAt() created_at!: Date;
}

/** A part of the ticket's story: it stays with it when the account of the one who gave it goes. */
@Entity({ schema: 'ext_support', name: 'ratings' })
@Check('ratings_score_check', 'score BETWEEN 1 AND 5')
@Index('ratings_of_ticket', ['ticket_id'], { unique: true })
@Index('ratings_of_desk', ['desk_owner_id', 'created_at'])
@Index('ratings_of_owner', ['owner_id'])
export class Rating {
  @Id() id!: string;
  /** The requester. */
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Ticket, { onDelete: 'CASCADE' }) ticket_id!: string;
  @Column({ type: 'uuid' }) desk_owner_id!: string;
  /** The user id of who had the ticket when it was rated. */
  @Column({ type: 'uuid', nullable: true }) agent_id!: string | null;
  @Column({ type: 'smallint' }) score!: number;
  @Column({ type: 'text', nullable: true }) comment!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const AUTHOR_KINDS = ['requester', 'agent', 'system'] as const;
export const VISIBILITIES = ['public', 'internal'] as const;

/** The one that opens a ticket has the ticket's id: by that it is found, wherever merging has moved it. */
@Entity({ schema: 'ext_support', name: 'messages' })
@Check('messages_author_kind_check', `author_kind IN ('requester', 'agent', 'system')`)
@Check('messages_visibility_check', `visibility IN ('public', 'internal')`)
@Index('messages_of_ticket', ['ticket_id', 'seq'], { unique: true })
@Index('messages_by_ref', ['ticket_id', 'author_id', 'client_ref'], { unique: true })
@Index('messages_of_author', ['author_id', 'client_ref'], { where: 'client_ref IS NOT NULL' })
export class Message {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Ticket, { onDelete: 'CASCADE' }) ticket_id!: string;
  @Column({ type: 'int' }) seq!: number;
  @Column({ type: 'uuid', nullable: true }) author_id!: string | null;
  @Choice(AUTHOR_KINDS) author_kind!: (typeof AUTHOR_KINDS)[number];
  @Choice(VISIBILITIES, { default: 'public' }) visibility!: (typeof VISIBILITIES)[number];
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'text', nullable: true }) client_ref!: string | null;
  @Column({ type: 'uuid', nullable: true }) canned_reply_id!: string | null;
  @CreatedAt() created_at!: Date;
}

/** Its bytes belong to the sender and are deleted with the sender's account. */
@Entity({ schema: 'ext_support', name: 'uploads' })
@Index('uploads_of_message', ['message_id'])
@Index('uploads_unused', ['created_at'], { where: 'message_id IS NULL' })
@Index('uploads_of_owner', ['owner_id'])
export class Upload {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) desk_owner_id!: string;
  /** The file that it is in the storage. */
  @Column({ type: 'uuid' }) file_key!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'int' }) size!: number;
  @Column({ type: 'text' }) content_type!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Message, { onDelete: 'CASCADE' })
  message_id!: string | null;
  @CreatedAt() created_at!: Date;
}
