import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'user_badges' })
export class UserBadge {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Badge', { onDelete: 'CASCADE' })
  @Index()
  badge_id!: string;
  @Moment({ default: () => 'now()' }) earned_at!: Date;
}
