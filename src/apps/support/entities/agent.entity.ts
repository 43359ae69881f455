import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';

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
