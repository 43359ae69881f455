import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { Post } from './post.entity.js';

/** How a post was before it was changed; of a first post, also its topic's title. */
@Entity({ schema: 'ext_forums', name: 'revisions' })
@Index('revisions_of_post', ['post_id', 'created_at'])
@Index('revisions_of_editor', ['editor_id'])
export class PostRevision {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Post, { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'uuid' }) editor_id!: string;
  @Column({ type: 'text', nullable: true }) title!: string | null;
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  @CreatedAt() created_at!: Date;
}
