import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Ticket } from './ticket.entity.js';

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
