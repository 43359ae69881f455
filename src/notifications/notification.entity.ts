import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../platform/database/columns.js';

const GROUP = ['user_id', 'type', 'about_kind', 'about_id'];

/** What is new about one thing: a group of those who did the same to it, until it is read. */
@Entity({ schema: 'notifications', name: 'notifications' })
@Index('notifications_unread_group', GROUP, { unique: true, where: 'read_at IS NULL' })
@Index('notifications_newest', ['user_id', 'updated_at', 'id'])
@Index('notifications_about', ['about_kind', 'about_id'])
@Index('notifications_read_by_age', ['updated_at'], { where: 'read_at IS NOT NULL' })
@Index('notifications_unread_by_age', ['updated_at'], { where: 'read_at IS NULL' })
export class Notification {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text' }) type!: string;
  @Column({ type: 'text' }) about_kind!: string;
  @Column({ type: 'uuid' }) about_id!: string;
  @Column({ type: 'jsonb', default: {} }) data!: object;
  /** How many different ones: kept by triggers. */
  @Column({ type: 'integer', default: 0 }) actors_count!: number;
  @Moment({ nullable: true }) read_at!: Date | null;
  @CreatedAt() created_at!: Date;
  /** When somebody last did it. */
  @UpdatedAt() updated_at!: Date;
}
