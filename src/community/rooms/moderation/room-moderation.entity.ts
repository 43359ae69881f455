import { Check, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Moment } from '../../../platform/database/columns.js';

/** Mutes and bans. They are not columns of the member, so that they outlast leaving the room. */
@Entity({ schema: 'community', name: 'room_moderation' })
@Check('room_moderation_action_check', `action IN ('mute', 'ban')`)
export class RoomModeration {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('Room', { onDelete: 'CASCADE' }) room_id!: string;
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('room_moderation_of_user')
  user_id!: string;
  @PrimaryColumn({ type: 'text' }) action!: 'mute' | 'ban';
  /** Null if it has no end. */
  @Moment({ nullable: true }) expires_at!: Date | null;
  @CreatedAt() created_at!: Date;
}
