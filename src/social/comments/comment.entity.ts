import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Id } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'comments' })
@Index('comments_of_post', ['post_id', 'created_at'], { unique: true })
export class Comment {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('Post', { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('comments_of_user')
  user_id!: string;
  /** Null for a comment on the post itself, and after the parent comment was deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('Comment', { onDelete: 'SET NULL' })
  @Index('comments_replies')
  parent_id!: string | null;
  @Column({ type: 'text' }) content!: string;
  /** In microseconds and unique within a post, because it is the cursor of the list. */
  @Column({ type: 'timestamp with time zone', default: () => 'clock_timestamp()' }) created_at!: Date;
}
