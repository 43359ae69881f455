import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Moment } from '../../platform/database/columns.js';

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
