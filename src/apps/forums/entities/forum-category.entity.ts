import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Forum } from './forum.entity.js';

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
  @Column({ type: 'text', default: 'member' }) post_role!: 'member' | 'moderator';
  @Column({ type: 'boolean', default: false }) require_approval!: boolean;
  @Column({ type: 'boolean', default: false }) solvable!: boolean;
  @Column({ type: 'int', nullable: true }) auto_close_days!: number | null;
  @Column({ type: 'boolean', default: false }) archived!: boolean;
  @Column({ type: 'int', default: 0 }) topic_count!: number;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
