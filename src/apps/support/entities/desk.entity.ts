import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';

/** Taking a ticket number and assigning tickets lock its row. */
@Entity({ schema: 'ext_support', name: 'desks' })
@Index('desks_of_owner', ['owner_id'], { unique: true })
export class Desk {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  /** One more than there are tickets, as none is ever deleted. */
  @Column({ type: 'int', default: 1 }) next_number!: number;
  /** A row of agents, which may be gone: the next one is the one after it. */
  @Column({ type: 'uuid', nullable: true }) last_assigned_agent_id!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** Who answers at a desk beside its owner, who has no row here. */
@Entity({ schema: 'ext_support', name: 'agents' })
@Index('agents_of_desk', ['owner_id', 'user_id'], { unique: true })
@Index('agents_desks', ['user_id'], { where: 'active' })
@Index('agents_user', ['user_id'])
export class Agent {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text', nullable: true }) display_name!: string | null;
  @Column({ type: 'boolean', default: true }) active!: boolean;
  @Column({ type: 'boolean', default: true }) takes_tickets!: boolean;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const CANNED_STATUSES = ['active', 'archived'] as const;

@Entity({ schema: 'ext_support', name: 'canned_replies' })
@Check('canned_replies_status_check', `status IN ('active', 'archived')`)
@Index('canned_replies_shortcut', ['owner_id', 'shortcut'], { unique: true })
// Descending: made by hand in the migration.
@Index('canned_replies_most_used', { synchronize: false })
export class CannedReply {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) shortcut!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'int', default: 0 }) uses!: number;
  @Choice(CANNED_STATUSES, { default: 'active' }) status!: (typeof CANNED_STATUSES)[number];
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
