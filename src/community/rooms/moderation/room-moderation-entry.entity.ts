import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../../platform/database/columns.js';

/** The moderation log, which those who administer the room can read. */
@Entity({ schema: 'community', name: 'room_moderation_log' })
@Check('room_moderation_log_action_check', `action IN ('mute', 'unmute', 'ban', 'unban', 'kick')`)
@Index('room_moderation_log_newest', ['room_id', 'created_at', 'id'])
export class RoomModerationEntry {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('Room', { onDelete: 'CASCADE' }) room_id!: string;
  @Column({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('room_moderation_log_of_user')
  user_id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index('room_moderation_log_of_moderator')
  moderator_id!: string | null;
  @Column({ type: 'text' }) action!: string;
  @Column({ type: 'integer', nullable: true }) duration_minutes!: number | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @CreatedAt() created_at!: Date;
}
