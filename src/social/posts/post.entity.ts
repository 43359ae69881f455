import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'posts' })
@Check('posts_status_check', `status IN ('draft', 'published', 'flagged')`)
@Index('posts_of_author', ['user_id', 'status', 'created_at', 'id'])
@Index('posts_unpublished', ['status', 'created_at', 'id'], { where: `status <> 'published'` })
// Descending, and of what TypeORM cannot index: made by hand in the migration.
@Index('posts_published', { synchronize: false })
@Index('posts_newest', { synchronize: false })
@Index('posts_words', { synchronize: false })
export class Post {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text', nullable: true }) title!: string | null;
  @Column({ type: 'text', nullable: true }) content!: string | null;
  @Column({ type: 'text', default: 'published' }) status!: 'draft' | 'published' | 'flagged';
  @Column({ type: 'boolean', default: false }) is_sensitive!: boolean;
  @Column({ type: 'boolean', default: false }) is_ai_generated!: boolean;
  /** When others first saw it; null for a draft that never was. */
  @Moment({ nullable: true }) published_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
