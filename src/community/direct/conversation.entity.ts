import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../platform/database/columns.js';

/** Two users share one row; the smaller id is `one_id`, so the unique index covers both directions. */
@Entity({ schema: 'community', name: 'conversations' })
@Check('conversations_pair_check', 'one_id < other_id')
@Index('conversations_of_pair', ['one_id', 'other_id'], { unique: true })
@Index('conversations_of_one', ['one_id', 'updated_at', 'id'])
@Index('conversations_of_other', ['other_id', 'updated_at', 'id'])
export class Conversation {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) one_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) other_id!: string;
  /** Sequence number of the latest message; minus a read position it is that participant's unread count. */
  @Column({ type: 'bigint', default: 0 }) last_seq!: string;
  @Column({ type: 'bigint', default: 0 }) one_read_seq!: string;
  @Column({ type: 'bigint', default: 0 }) other_read_seq!: string;
  @CreatedAt() created_at!: Date;
  /** Time of the latest message, or of the creation. */
  @UpdatedAt() updated_at!: Date;
}
