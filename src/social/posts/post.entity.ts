import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'posts' })
@Check('posts_status_check', `status IN ('draft', 'published', 'flagged')`)
@Index('posts_of_author', ['user_id', 'status', 'created_at', 'id'])
@Index('posts_unpublished', ['status', 'created_at', 'id'], { where: `status <> 'published'` })
// TypeORM cannot declare descending indexes or indexes of expressions, so the migration creates these three.
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
  /** The time of the first publication; null for a draft that was never published. */
  @Moment({ nullable: true }) published_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** The files of a post, in their order. */
@Entity({ schema: 'social', name: 'post_media' })
export class PostMedia {
  @Column({ type: 'uuid', primary: true }) @ForeignKey('Post', { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'smallint', primary: true }) position!: number;
  @Column({ type: 'uuid' }) @Index('post_media_file') file_id!: string;
}

/** Counts the reactions and comments of a post. Triggers keep the row, in the transaction of the change. */
@Entity({ schema: 'social', name: 'post_counters' })
export class PostCounters {
  @Column({ type: 'uuid', primary: true }) @ForeignKey('Post', { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'jsonb', default: {} }) reactions!: Record<string, number>;
  @Column({ type: 'integer', default: 0 }) comments_count!: number;
  @Column({ type: 'timestamp with time zone', nullable: true }) last_comment_at!: Date | null;
  /** Grows with each change. */
  @Column({ type: 'bigint', default: 0 }) version!: string;
}

/** One for each post and user. */
@Entity({ schema: 'social', name: 'reactions' })
export class Reaction {
  @Column({ type: 'uuid', primary: true }) @ForeignKey('Post', { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'uuid', primary: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('reactions_of_user')
  user_id!: string;
  @Column({ type: 'text' }) type!: string;
  @CreatedAt() created_at!: Date;
}
