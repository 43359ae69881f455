import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Moment } from '../../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'room_messages' })
@Index('room_messages_that_mention', ['room_id'], { where: `content LIKE '%@%'` })
export class RoomMessage {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('Room', { onDelete: 'CASCADE' }) room_id!: string;
  /** Numbers the messages of a room without gaps. */
  @PrimaryColumn({ type: 'bigint' }) seq!: string;
  @Column({ type: 'uuid', default: () => 'platform.uuid_v7()' })
  @Index('room_messages_id', { unique: true })
  id!: string;
  /** Null if the author's account was deleted; the content is empty then. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index('room_messages_of_author')
  user_id!: string | null;
  /** A trigger empties it when the message is deleted. */
  @Column({ type: 'text' }) content!: string;
  /** In the order of first use; a trigger keeps it. */
  @Column({ type: 'jsonb', default: [] }) reactions!: { emoji: string; count: number }[];
  @Moment({ default: () => 'clock_timestamp()' }) created_at!: Date;
  @Moment({ nullable: true }) edited_at!: Date | null;
  @Moment({ nullable: true }) deleted_at!: Date | null;
}

@Entity({ schema: 'community', name: 'room_message_reactions' })
export class RoomMessageReaction {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('RoomMessage', 'id', { onDelete: 'CASCADE' })
  message_id!: string;
  @PrimaryColumn({ type: 'text' }) emoji!: string;
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('room_message_reactions_of_user')
  user_id!: string;
  @CreatedAt() created_at!: Date;
}
