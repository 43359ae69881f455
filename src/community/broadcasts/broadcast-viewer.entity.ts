import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'broadcast_viewers' })
export class BroadcastViewer {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Broadcast', { onDelete: 'CASCADE' })
  broadcast_id!: string;
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('broadcast_viewers_of_user')
  user_id!: string;
  @Moment({ default: () => 'now()' }) joined_at!: Date;
}
