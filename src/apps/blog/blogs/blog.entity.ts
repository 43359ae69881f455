import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';

@Entity({ schema: 'ext_blog', name: 'blogs' })
@Unique('blogs_owner_id_key', ['owner_id'])
@Unique('blogs_handle_key', ['handle'])
export class Blog {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) handle!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text', default: 'en' }) language!: string;
  /** Of the dates that readers see. */
  @Column({ type: 'text', default: 'UTC' }) timezone!: string;
  @Column({ type: 'text', nullable: true }) cover_url!: string | null;
  @Column({ type: 'boolean', default: false }) noindex!: boolean;
  @Column({ type: 'uuid', nullable: true }) analytics_site_id!: string | null;
  @Moment({ nullable: true }) blocked_at!: Date | null;
  @Column({ type: 'text', nullable: true }) blocked_reason!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** Handles that blogs had before: they redirect for 90 days, and no other blog gets them. */
@Entity({ schema: 'ext_blog', name: 'blog_handles' })
@Unique('blog_handles_handle_key', ['handle'])
@Index('blog_handles_of_blog', ['blog_id'])
export class BlogHandle {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Blog, { onDelete: 'CASCADE' }) blog_id!: string;
  @Column({ type: 'text' }) handle!: string;
  @Moment({ default: () => 'now()' }) released_at!: Date;
  @CreatedAt() created_at!: Date;
}
