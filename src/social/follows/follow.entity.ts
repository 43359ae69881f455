import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'follows' })
@Check('follows_status_check', `status IN ('requested', 'following')`)
@Check('follows_self_check', 'follower_id <> following_id')
@Index('follows_of_follower', ['follower_id', 'status', 'following_id'])
@Index('follows_of_followed', ['following_id', 'status', 'created_at', 'follower_id'])
@Index('follows_newest', ['follower_id', 'status', 'created_at', 'following_id'])
export class Follow {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) follower_id!: string;
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) following_id!: string;
  @Column({ type: 'text' }) status!: 'requested' | 'following';
  @CreatedAt() created_at!: Date;
}
