import { Check, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'blocks' })
@Check('blocks_self_check', 'blocker_id <> blocked_id')
@Index('blocks_newest', ['blocker_id', 'created_at', 'blocked_id'])
export class Block {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) blocker_id!: string;
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('blocks_of_blocked')
  blocked_id!: string;
  @CreatedAt() created_at!: Date;
}
