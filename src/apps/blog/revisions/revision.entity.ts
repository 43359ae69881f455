import { Check, Column, Entity, ForeignKey, Unique } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Post } from '../posts/post.entity.js';

export const REASONS = ['save', 'autosave', 'publish', 'restore'] as const;
export type Reason = (typeof REASONS)[number];

@Entity({ schema: 'ext_blog', name: 'post_revisions' })
@Check('post_revisions_reason_check', `reason IN ('save', 'autosave', 'publish', 'restore')`)
@Unique('post_revisions_post_id_version_key', ['post_id', 'version'])
export class Revision {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Post, { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'int' }) version!: number;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text' }) body_markdown!: string;
  @Column({ type: 'text', nullable: true }) excerpt!: string | null;
  @Column({ type: 'int' }) word_count!: number;
  @Choice(REASONS) reason!: Reason;
  @CreatedAt() created_at!: Date;
}
