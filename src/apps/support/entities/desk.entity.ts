import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';

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
