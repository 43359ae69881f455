import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt } from '../../../platform/database/columns.js';

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
