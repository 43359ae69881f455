import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Moment } from '../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'direct_messages' })
export class DirectMessage {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Conversation', { onDelete: 'CASCADE' })
  conversation_id!: string;
  /** Without a hole within its conversation. */
  @PrimaryColumn({ type: 'bigint' }) seq!: string;
  @Column({ type: 'uuid', default: () => 'platform.uuid_v7()' })
  @Index('direct_messages_id', { unique: true })
  id!: string;
  /** One of the two of the conversation, with whom that goes. */
  @Column({ type: 'uuid' }) sender_id!: string;
  /** Empty where it was deleted. */
  @Column({ type: 'text' }) content!: string;
  /** `[{ emoji, count }]`, those that were given first before the others. */
  @Column({ type: 'jsonb', default: [] }) reactions!: { emoji: string; count: number }[];
  @CreatedAt() created_at!: Date;
  @Moment({ nullable: true }) edited_at!: Date | null;
  @Moment({ nullable: true }) deleted_at!: Date | null;
}
