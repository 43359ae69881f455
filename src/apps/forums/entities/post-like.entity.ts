import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { Forum } from './forum.entity.js';
import { Post } from './post.entity.js';
import { Topic } from './topic.entity.js';

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
