import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { ForumCategory } from './forum-category.entity.js';
import { Forum } from './forum.entity.js';

export const TOPIC_STATUSES = ['open', 'closed', 'pending', 'hidden', 'deleted'] as const;
export type TopicStatus = (typeof TOPIC_STATUSES)[number];

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
  @Column({ type: 'text', default: 'open' }) status!: TopicStatus;
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
