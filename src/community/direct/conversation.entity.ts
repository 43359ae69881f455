import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../platform/database/columns.js';

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

@Entity({ schema: 'community', name: 'direct_messages' })
export class DirectMessage {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Conversation', { onDelete: 'CASCADE' })
  conversation_id!: string;
  /** Sequence number without gaps within the conversation. */
  @PrimaryColumn({ type: 'bigint' }) seq!: string;
  @Column({ type: 'uuid', default: () => 'platform.uuid_v7()' })
  @Index('direct_messages_id', { unique: true })
  id!: string;
  /** Has no foreign key: the conversation references its participants and is deleted with either of them. */
  @Column({ type: 'uuid' }) sender_id!: string;
  /** Empty when the message is deleted. */
  @Column({ type: 'text' }) content!: string;
  /** `[{ emoji, count }]` in the order of their first use. */
  @Column({ type: 'jsonb', default: [] }) reactions!: { emoji: string; count: number }[];
  @CreatedAt() created_at!: Date;
  @Moment({ nullable: true }) edited_at!: Date | null;
  @Moment({ nullable: true }) deleted_at!: Date | null;
}

@Entity({ schema: 'community', name: 'direct_reactions' })
export class DirectReaction {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('DirectMessage', 'id', { onDelete: 'CASCADE' })
  message_id!: string;
  @PrimaryColumn({ type: 'text' }) emoji!: string;
  /** A participant of the conversation, so no foreign key is needed. */
  @PrimaryColumn({ type: 'uuid' }) user_id!: string;
  @Column({ type: 'timestamp with time zone', default: () => 'clock_timestamp()' }) created_at!: Date;
}
