import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CountedEvent, DayFigures, DayValueFigures, RollUpState } from '../../../web-events/counted-event.entity.js';
import { Blog } from '../blogs/blog.entity.js';
import { Post } from '../posts/post.entity.js';

@Entity({ schema: 'ext_blog', name: 'post_views' })
@Index('post_views_of_blog', ['blog_id', 'created_at'])
export class PostView extends CountedEvent {
  @Column({ type: 'uuid' }) blog_id!: string;
  @Column({ type: 'uuid' }) post_id!: string;
  @Column({ type: 'text', nullable: true }) referrer_host!: string | null;
}

@Entity({ schema: 'ext_blog', name: 'post_days' })
@Index('post_days_of_blog', ['blog_id', 'day'])
@Unique('post_days_post_id_day_key', ['post_id', 'day'])
export class PostDay extends DayFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Post, { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'uuid' }) blog_id!: string;
  @Column({ type: 'int' }) views!: number;
  @Column({ type: 'int' }) visitors!: number;
}

@Entity({ schema: 'ext_blog', name: 'post_day_values' })
@Unique('post_day_values_post_id_dimension_day_value_key', ['post_id', 'dimension', 'day', 'value'])
@Check('post_day_values_dimension_check', `dimension IN ('referrer', 'country', 'device')`)
export class PostDayValue extends DayValueFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Post, { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'int' }) views!: number;
  @Column({ type: 'int' }) visitors!: number;
}

/** The figures of all posts of a blog: a year of 5,000 posts would be two million rows of `post_days`. */
@Entity({ schema: 'ext_blog', name: 'blog_day_values' })
@Unique('blog_day_values_blog_id_dimension_day_value_key', ['blog_id', 'dimension', 'day', 'value'])
@Check('blog_day_values_dimension_check', `dimension IN ('all', 'post', 'referrer')`)
export class BlogDayValue extends DayValueFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Blog, { onDelete: 'CASCADE' }) blog_id!: string;
  @Column({ type: 'int' }) views!: number;
  /** Of each post, added up. */
  @Column({ type: 'int' }) visitors!: number;
}

@Entity({ schema: 'ext_blog', name: 'rollup_state' })
export class BlogRollupState extends RollUpState {}
