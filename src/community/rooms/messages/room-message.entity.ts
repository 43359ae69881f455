import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Moment } from '../../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'room_messages' })
@Index('room_messages_that_mention', ['room_id'], { where: `content LIKE '%@%'` })
export class RoomMessage {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('Room', { onDelete: 'CASCADE' }) room_id!: string;
  /** Without a hole within its room. */
  @PrimaryColumn({ type: 'bigint' }) seq!: string;
  @Column({ type: 'uuid', default: () => 'platform.uuid_v7()' })
  @Index('room_messages_id', { unique: true })
  id!: string;
  /** Null where his account is gone, and what he wrote with it. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index('room_messages_of_author')
  user_id!: string | null;
  /** Empty where it was deleted. */
  @Column({ type: 'text' }) content!: string;
  /** `[{ emoji, count }]` in the order of their first use; kept by a trigger. */
  @Column({ type: 'jsonb', default: [] }) reactions!: { emoji: string; count: number }[];
  @Moment({ default: () => 'clock_timestamp()' }) created_at!: Date;
  @Moment({ nullable: true }) edited_at!: Date | null;
  @Moment({ nullable: true }) deleted_at!: Date | null;
}
