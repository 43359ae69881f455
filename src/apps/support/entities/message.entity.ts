import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { Ticket } from './ticket.entity.js';

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
  @Column({ type: 'text' }) author_kind!: (typeof AUTHOR_KINDS)[number];
  @Column({ type: 'text', default: 'public' }) visibility!: (typeof VISIBILITIES)[number];
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'text', nullable: true }) client_ref!: string | null;
  @Column({ type: 'uuid', nullable: true }) canned_reply_id!: string | null;
  @CreatedAt() created_at!: Date;
}
