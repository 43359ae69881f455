import { Check, Column, Entity, Index, ForeignKey } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';

export const VISIBILITIES = ['public', 'members'] as const;
export const JOIN_POLICIES = ['open', 'code', 'closed'] as const;
export const ROLES = ['member', 'moderator'] as const;
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
  @Choice(VISIBILITIES, { default: 'public' }) visibility!: (typeof VISIBILITIES)[number];
  @Choice(JOIN_POLICIES, { default: 'open' }) join_policy!: (typeof JOIN_POLICIES)[number];
  @Column({ type: 'text', nullable: true }) join_code!: string | null;
  /** A text search configuration of PostgreSQL. */
  @Column({ type: 'text', default: 'english' }) language!: string;
  @Choice(FORUM_STATUSES, { default: 'active' }) status!: (typeof FORUM_STATUSES)[number];
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

@Entity({ schema: 'ext_forums', name: 'categories' })
@Check('categories_post_role_check', `post_role IN ('member', 'moderator')`)
@Index('categories_slug', ['forum_id', 'slug'], { unique: true })
@Index('categories_of_forum', ['forum_id', 'position'])
export class ForumCategory {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Forum, { onDelete: 'CASCADE' }) forum_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) slug!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'int', default: 0 }) position!: number;
  /** Who opens topics. */
  @Choice(ROLES, { default: 'member' }) post_role!: (typeof ROLES)[number];
  @Column({ type: 'boolean', default: false }) require_approval!: boolean;
  @Column({ type: 'boolean', default: false }) solvable!: boolean;
  @Column({ type: 'int', nullable: true }) auto_close_days!: number | null;
  @Column({ type: 'boolean', default: false }) archived!: boolean;
  @Column({ type: 'int', default: 0 }) topic_count!: number;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** A user in a forum; the row stays when they have left or are banned. */
@Entity({ schema: 'ext_forums', name: 'members' })
@Check('members_role_check', `role IN ('member', 'moderator')`)
@Index('members_once', ['forum_id', 'user_id'], { unique: true })
@Index('members_of_user', ['user_id'])
@Index('members_joined', ['forum_id', 'joined_at'])
@Index('members_staff', ['forum_id'], { where: `role = 'moderator'` })
@Index('members_suspended', ['forum_id', 'suspended_until'], { where: 'suspended_until IS NOT NULL' })
@Index('members_to_promote', ['id'], {
  where: 'NOT trusted AND post_count >= 5 AND like_received >= 2 AND NOT trust_is_set',
})
export class ForumMember {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Forum, { onDelete: 'CASCADE' }) forum_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Choice(ROLES, { default: 'member' }) role!: (typeof ROLES)[number];
  @Column({ type: 'boolean', default: false }) trusted!: boolean;
  /** Staff has decided on it by hand, so no job does. */
  @Column({ type: 'boolean', default: false }) trust_is_set!: boolean;
  @Moment({ nullable: true }) suspended_until!: Date | null;
  /** How many suspensions the member has had. */
  @Column({ type: 'int', default: 0 }) suspensions!: number;
  @Column({ type: 'boolean', default: false }) banned!: boolean;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  /** Number of the member's visible posts. */
  @Column({ type: 'int', default: 0 }) post_count!: number;
  @Column({ type: 'int', default: 0 }) like_received!: number;
  @Moment({ default: () => 'now()' }) joined_at!: Date;
  @Moment({ nullable: true }) left_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
