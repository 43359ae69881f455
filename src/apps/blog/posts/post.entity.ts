import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Blog } from '../blogs/blog.entity.js';

export const POST_STATUSES = ['draft', 'scheduled', 'published', 'trashed'] as const;
export const VISIBILITIES = ['public', 'unlisted'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

@Entity({ schema: 'ext_blog', name: 'posts' })
@Check('posts_status_check', `status IN ('draft', 'scheduled', 'published', 'trashed')`)
@Check('posts_visibility_check', `visibility IN ('public', 'unlisted')`)
@Check('posts_body_markdown_check', 'char_length(body_markdown) <= 200000')
@Unique('posts_blog_id_slug_key', ['blog_id', 'slug'])
@Index('posts_due', ['publish_at'], { where: `status = 'scheduled'` })
@Index('posts_in_trash', ['trashed_at'], { where: `status = 'trashed'` })
@Index('posts_of_owner', ['owner_id'])
@Index('posts_updated', ['blog_id', 'updated_at', 'id'])
@Index('posts_renderer', ['renderer_version', 'id'])
// With an order, an expression, and by lists: made by hand in the migration.
@Index('posts_of_blog', { synchronize: false })
@Index('posts_public', { synchronize: false })
@Index('posts_published', { synchronize: false })
@Index('posts_tags', { synchronize: false })
export class Post {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Blog, { onDelete: 'CASCADE' }) blog_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text', default: '' }) title!: string;
  @Column({ type: 'text' }) slug!: string;
  @Choice(POST_STATUSES, { default: 'draft' }) status!: (typeof POST_STATUSES)[number];
  @Choice(VISIBILITIES, { default: 'public' }) visibility!: Visibility;
  @Column({ type: 'text', default: '' }) body_markdown!: string;
  @Column({ type: 'text', default: '' }) body_html!: string;
  /** Of the rules by which `body_html` was made. */
  @Column({ type: 'int' }) renderer_version!: number;
  @Column({ type: 'text', nullable: true }) excerpt!: string | null;
  /** The beginning of the text without markup: what readers see where `excerpt` is null. */
  @Column({ type: 'text', default: '' }) summary!: string;
  @Column({ type: 'text', nullable: true }) cover_url!: string | null;
  @Column({ type: 'text', nullable: true }) cover_alt!: string | null;
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  @Column({ type: 'text', nullable: true }) canonical_url!: string | null;
  @Column({ type: 'text', nullable: true }) seo_title!: string | null;
  @Column({ type: 'text', nullable: true }) seo_description!: string | null;
  @Column({ type: 'boolean', default: false }) noindex!: boolean;
  @Column({ type: 'boolean', default: false }) is_pinned!: boolean;
  @Column({ type: 'int', default: 0 }) word_count!: number;
  @Column({ type: 'int', default: 0 }) reading_minutes!: number;
  /** Raised by edits only: going live is none. */
  @Column({ type: 'int', default: 1 }) version!: number;
  @Moment({ nullable: true }) publish_at!: Date | null;
  /** Kept when a post goes back to draft, so it says whether the post was ever public. */
  @Moment({ nullable: true }) published_at!: Date | null;
  @Moment({ nullable: true }) edited_at!: Date | null;
  @Moment({ nullable: true }) trashed_at!: Date | null;
  @Column({ type: 'text' }) preview_token!: string;
  /** Of all days that are counted. */
  @Column({ type: 'bigint', default: 0 }) views_closed!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** An action on a post: the blog is locked before it, so what is unique in a blog is decided by one call at a time. */
export const POST = { entity: Post, by: 'post_id', thing: 'Post', via: { entity: Blog, by: 'blog_id' } };

/** Slugs under which posts were public: each redirects to its post. */
@Entity({ schema: 'ext_blog', name: 'post_slugs' })
@Unique('post_slugs_blog_id_slug_key', ['blog_id', 'slug'])
@Index('post_slugs_of_post', ['post_id'])
export class PostSlug {
  @Id() id!: string;
  @Column({ type: 'uuid' }) blog_id!: string;
  @Column({ type: 'text' }) slug!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Post, { onDelete: 'CASCADE' }) post_id!: string;
  @CreatedAt() created_at!: Date;
}
