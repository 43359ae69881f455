import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Forum } from '../forums/forum.entity.js';
import { Post } from '../posts/post.entity.js';

export const REVIEW_KINDS = ['flag', 'approval'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];
export const FLAG_REASONS = ['spam', 'off_topic', 'abuse', 'illegal', 'other'] as const;
export type FlagReason = (typeof FLAG_REASONS)[number];
export const REVIEW_STATUSES = ['open', 'agreed', 'disagreed', 'approved', 'rejected'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** What somebody has against a post, or that it waits to be let in. Kept when an account goes. */
@Entity({ schema: 'ext_forums', name: 'reviews' })
@Check('reviews_kind_check', `kind IN ('flag', 'approval')`)
@Check('reviews_reason_check', `reason IN ('spam', 'off_topic', 'abuse', 'illegal', 'other')`)
@Check('reviews_status_check', `status IN ('open', 'agreed', 'disagreed', 'approved', 'rejected')`)
@Index('reviews_flagged_once', ['post_id', 'reporter_id'], { unique: true, where: `kind = 'flag'` })
@Index('reviews_waiting_once', ['post_id'], { unique: true, where: `kind = 'approval' AND status = 'open'` })
@Index('reviews_of_forum', ['forum_id', 'status', 'created_at'])
@Index('reviews_of_post', ['post_id', 'status'])
@Index('reviews_of_reporter', ['reporter_id', 'created_at'])
export class PostReview {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Forum, { onDelete: 'CASCADE' }) forum_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Post, { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'text' }) kind!: ReviewKind;
  @Column({ type: 'uuid', nullable: true }) reporter_id!: string | null;
  @Column({ type: 'text', nullable: true }) reason!: FlagReason | null;
  @Column({ type: 'text', nullable: true }) note!: string | null;
  @Column({ type: 'text', default: 'open' }) status!: ReviewStatus;
  @Column({ type: 'uuid', nullable: true }) resolved_by!: string | null;
  @Moment({ nullable: true }) resolved_at!: Date | null;
  @Column({ type: 'text', nullable: true }) resolution_note!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
