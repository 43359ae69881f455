import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { ForumCategory, Forum } from '../forums/forum.entity.js';

export const TOPIC_STATUSES = ['open', 'closed', 'pending', 'hidden', 'deleted'] as const;
export type TopicStatus = (typeof TOPIC_STATUSES)[number];

export const isListed = ({ status }: Pick<Topic, 'status'>) => status === 'open' || status === 'closed';

@Entity({ schema: 'ext_forums', name: 'topics' })
@Check('topics_status_check', `status IN ('open', 'closed', 'pending', 'hidden', 'deleted')`)
@Index('topics_of_author', ['owner_id'])
@Index('topics_begun', ['forum_id', 'created_at'])
// Descending, and of tags: made by hand in the migration.
@Index('topics_latest_of_category', { synchronize: false })
@Index('topics_latest', { synchronize: false })
@Index('topics_listed', { synchronize: false })
@Index('topics_tags', { synchronize: false })
export class Topic {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Forum, { onDelete: 'CASCADE' }) forum_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => ForumCategory) category_id!: string;
  /** Nobody's key, as of posts: when an account goes, the conversation stays whole. */
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  @Choice(TOPIC_STATUSES, { default: 'open' }) status!: TopicStatus;
  @Column({ type: 'boolean', default: false }) pinned!: boolean;
  @Column({ type: 'int', default: 0 }) slow_mode_seconds!: number;
  @Column({ type: 'uuid', nullable: true }) solution_post_id!: string | null;
  @Column({ type: 'int', default: 1 }) last_number!: number;
  /** Of visible posts. */
  @Column({ type: 'int', default: 1 }) post_count!: number;
  @Column({ type: 'int', default: 0 }) like_count!: number;
  @Column({ type: 'int', default: 0 }) view_count!: number;
  @Moment({ default: () => 'now()' }) bumped_at!: Date;
  @Column({ type: 'uuid' }) last_post_user_id!: string;
  @Column({ type: 'text', nullable: true }) closed_reason!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

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
  @Choice(LEVELS, { default: 'normal' }) level!: Level;
  @Column({ type: 'int', default: 0 }) last_read!: number;
  /** The last post that the user was notified of; the next notification follows when they have read it. */
  @Column({ type: 'int', default: 0 }) notified_number!: number;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** That somebody has looked at a topic in an hour; kept until it is counted and the hour is over. */
@Entity({ schema: 'ext_forums', name: 'topic_views' })
@Index('topic_views_uncounted', ['created_at'], { where: 'NOT counted' })
@Index('topic_views_by_age', ['hour'])
export class TopicVisit {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey(() => Topic, { onDelete: 'CASCADE' })
  topic_id!: string;
  /** The user id, or for anonymous visitors a hash that is the same all day. */
  @PrimaryColumn({ type: 'text' }) viewer!: string;
  @PrimaryColumn({ type: 'timestamp with time zone', precision: 3 }) hour!: Date;
  @Column({ type: 'boolean', default: false }) counted!: boolean;
  @CreatedAt() created_at!: Date;
}
