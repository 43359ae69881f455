import { Check, Column, Entity, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';

export const VISIBILITIES = ['public', 'members'] as const;
export const JOIN_POLICIES = ['open', 'code', 'closed'] as const;
export const FORUM_STATUSES = ['active', 'read_only', 'archived'] as const;

@Entity({ schema: 'ext_forums', name: 'forums' })
@Check('forums_visibility_check', `visibility IN ('public', 'members')`)
@Check('forums_join_policy_check', `join_policy IN ('open', 'code', 'closed')`)
@Check('forums_status_check', `status IN ('active', 'read_only', 'archived')`)
@Index('forums_slug', ['slug'], { unique: true })
@Index('forums_of_owner', ['owner_id'])
// Descending, and by words: made by hand in the migration.
@Index('forums_largest', { synchronize: false })
@Index('forums_words', { synchronize: false })
export class Forum {
  @Id() id!: string;
  /** No foreign key: the forum stays when the account of its owner is deleted. */
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) slug!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text', default: 'public' }) visibility!: (typeof VISIBILITIES)[number];
  @Column({ type: 'text', default: 'open' }) join_policy!: (typeof JOIN_POLICIES)[number];
  @Column({ type: 'text', nullable: true }) join_code!: string | null;
  /** A text search configuration of PostgreSQL. */
  @Column({ type: 'text', default: 'english' }) language!: string;
  @Column({ type: 'text', default: 'active' }) status!: (typeof FORUM_STATUSES)[number];
  /** Those who have neither left nor been banned. */
  @Column({ type: 'int', default: 0 }) member_count!: number;
  /** Of those that are listed. */
  @Column({ type: 'int', default: 0 }) topic_count!: number;
  /** Visible posts of listed topics. */
  @Column({ type: 'int', default: 0 }) post_count!: number;
  /** When its staff was last told that something waits. */
  @Moment({ nullable: true }) review_notice_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
