import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt } from '../../../platform/database/columns.js';

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
