import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../platform/database/columns.js';

/** Between two people: one row, whoever of them opened it. */
@Entity({ schema: 'community', name: 'conversations' })
@Check('conversations_pair_check', 'one_id < other_id')
@Index('conversations_of_pair', ['one_id', 'other_id'], { unique: true })
@Index('conversations_of_one', ['one_id', 'updated_at', 'id'])
@Index('conversations_of_other', ['other_id', 'updated_at', 'id'])
export class Conversation {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) one_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) other_id!: string;
  /** Of the latest message; what somebody has not read is the difference. */
  @Column({ type: 'bigint', default: 0 }) last_seq!: string;
  @Column({ type: 'bigint', default: 0 }) one_read_seq!: string;
  @Column({ type: 'bigint', default: 0 }) other_read_seq!: string;
  @CreatedAt() created_at!: Date;
  /** Of the latest message too. */
  @UpdatedAt() updated_at!: Date;
}
