import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Course } from '../catalogue/course.entity.js';
import { Lesson } from '../curriculum/lesson.entity.js';

@Entity({ schema: 'ext_courses', name: 'comments' })
@Index('comments_replies', ['parent_id', 'created_at'])
@Index('comments_of_writer', ['owner_id'])
@Index('comments_under_lesson', ['lesson_id'])
// Descending: made by hand in the migration.
@Index('comments_of_lesson', { synchronize: false })
@Index('comments_of_course', { synchronize: false })
export class CourseComment {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Lesson, { onDelete: 'CASCADE' }) lesson_id!: string;
  /** The comment on top; replies have no replies of their own. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => CourseComment, { onDelete: 'CASCADE' })
  parent_id!: string | null;
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'boolean', default: false }) answered!: boolean;
  @Moment({ nullable: true }) deleted_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
