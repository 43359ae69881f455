import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt } from '../../../platform/database/columns.js';
import { Topic } from './topic.entity.js';

/** That somebody has looked at a topic in an hour; kept until it is counted and the hour is over. */
@Entity({ schema: 'ext_forums', name: 'topic_views' })
@Index('topic_views_uncounted', ['created_at'], { where: 'NOT counted' })
@Index('topic_views_by_age', ['hour'])
export class TopicVisit {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey(() => Topic, { onDelete: 'CASCADE' })
  topic_id!: string;
  /** The user id, or for anonymous visitors a hash that is the same all day. */
  @PrimaryColumn({ type: 'text' }) viewer!: string;
  @PrimaryColumn({ type: 'timestamp with time zone', precision: 3 }) hour!: Date;
  @Column({ type: 'boolean', default: false }) counted!: boolean;
  @CreatedAt() created_at!: Date;
}
