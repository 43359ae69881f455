import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Moment } from '../../../platform/database/columns.js';
import type { Role } from '../access/room.policy.js';

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
