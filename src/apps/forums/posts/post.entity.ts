import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Forum } from '../forums/forum.entity.js';
import { Topic } from '../topics/topic.entity.js';

export const POST_STATUSES = ['visible', 'pending', 'hidden', 'deleted'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

@Entity({ schema: 'ext_forums', name: 'posts' })
@Check('posts_status_check', `status IN ('visible', 'pending', 'hidden', 'deleted')`)
@Index('posts_number', ['topic_id', 'number'], { unique: true })
@Index('posts_in_time', ['forum_id', 'created_at', 'id'])
@Index('posts_keyed', ['topic_id', 'owner_id', 'idempotency_key'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
@Index('posts_of_owner', ['owner_id'])
// Descending, and of words: made by hand in the migration.
@Index('posts_of_author', { synchronize: false })
@Index('posts_words', { synchronize: false })
export class Post {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Topic, { onDelete: 'CASCADE' }) topic_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Forum, { onDelete: 'CASCADE' }) forum_id!: string;
  @Column({ type: 'uuid' }) owner_id!: string;
  /** From 1 in each topic; what is taken away keeps its number. */
  @Column({ type: 'int' }) number!: number;
  @Column({ type: 'int', nullable: true }) reply_to_number!: number | null;
  /** Markdown. */
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'text' }) html!: string;
  @Choice(POST_STATUSES, { default: 'visible' }) status!: PostStatus;
  @Column({ type: 'uuid', nullable: true }) deleted_by!: string | null;
  @Moment({ nullable: true }) deleted_at!: Date | null;
  /** Null: nobody has seen it otherwise. */
  @Moment({ nullable: true }) edited_at!: Date | null;
  @Column({ type: 'int', default: 0 }) edit_count!: number;
  @Column({ type: 'int', default: 0 }) like_count!: number;
  /** When its author was last told of likes. */
  @Moment({ nullable: true }) like_notice_at!: Date | null;
  @Column({ type: 'text', nullable: true }) idempotency_key!: string | null;
  @Column({ type: 'tsvector', select: false }) tsv!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

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

@Entity({ schema: 'ext_forums', name: 'likes' })
@Index('likes_once', ['post_id', 'user_id'], { unique: true })
@Index('likes_of_user', ['user_id', 'created_at'])
@Index('likes_in_time', ['forum_id', 'created_at'])
@Index('likes_of_topic', ['topic_id'])
export class PostLike {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Post, { onDelete: 'CASCADE' }) post_id!: string;
  /** Of the post, so that the likes of a time are found at once. */
  @Column({ type: 'uuid' }) @ForeignKey(() => Topic, { onDelete: 'CASCADE' }) topic_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Forum, { onDelete: 'CASCADE' }) forum_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @CreatedAt() created_at!: Date;
}
