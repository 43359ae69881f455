import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../platform/database/columns.js';
import type { Role } from './access/room.policy.js';

@Entity({ schema: 'community', name: 'rooms' })
@Index('rooms_public', ['created_at', 'id'], { where: 'NOT is_private' })
@Index('rooms_public_of_category', ['category_id', 'created_at', 'id'], { where: 'NOT is_private' })
// TypeORM cannot declare an index of an expression, so the migration creates it.
@Index('rooms_words', { synchronize: false })
export class Room {
  @Id() id!: string;
  /** Null if the owner's account was deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index('rooms_of_owner')
  owner_id!: string | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('RoomCategory', { onDelete: 'SET NULL' })
  @Index('rooms_of_category')
  category_id!: string | null;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'boolean', default: false }) is_private!: boolean;
  @Column({ type: 'text', nullable: true }) avatar_url!: string | null;
  /** A trigger keeps it. */
  @Column({ type: 'integer', default: 0 }) member_count!: number;
  /** `seq` of the latest message. Minus the member's `read_seq` it is the number of unread messages. */
  @Column({ type: 'bigint', default: 0 }) last_seq!: string;
  @Moment({ nullable: true }) last_message_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'community', name: 'room_categories' })
export class RoomCategory {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) icon!: string | null;
  /** Categories are listed in this order. */
  @Column({ type: 'integer', default: 0 }) position!: number;
}

@Entity({ schema: 'community', name: 'room_members' })
@Check('room_members_role_check', `role IN ('admin', 'member')`)
@Index('room_members_by_rank', ['room_id', 'role', 'joined_at', 'user_id'])
@Index('room_members_of_user', ['user_id', 'room_id'])
export class RoomMember {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('Room', { onDelete: 'CASCADE' }) room_id!: string;
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text', default: 'member' }) role!: Role;
  @Moment({ default: () => 'clock_timestamp()' }) joined_at!: Date;
  /** The last message that the member has read. */
  @Column({ type: 'bigint', default: 0 }) read_seq!: string;
}

@Entity({ schema: 'community', name: 'room_invitations' })
@Index('room_invitations_newest', ['user_id', 'created_at', 'room_id'])
export class RoomInvitation {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('Room', { onDelete: 'CASCADE' }) room_id!: string;
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  /** Null if the inviter's account was deleted; the invitation stays valid. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index('room_invitations_of_inviter')
  invited_by!: string | null;
  @CreatedAt() created_at!: Date;
}

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
