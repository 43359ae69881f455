import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Topic } from './topic.entity.js';

export const LEVELS = ['watching', 'tracking', 'normal', 'muted'] as const;
export type Level = (typeof LEVELS)[number];

/** How far a user has read a topic, and how they follow it. */
@Entity({ schema: 'ext_forums', name: 'tracking' })
@Check('tracking_level_check', `level IN ('watching', 'tracking', 'normal', 'muted')`)
@Index('tracking_once', ['user_id', 'topic_id'], { unique: true })
@Index('tracking_of_topic', ['topic_id', 'level'])
export class Tracking {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Topic, { onDelete: 'CASCADE' }) topic_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text', default: 'normal' }) level!: Level;
  @Column({ type: 'int', default: 0 }) last_read!: number;
  /** The last post that the user was notified of; the next notification follows when they have read it. */
  @Column({ type: 'int', default: 0 }) notified_number!: number;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
