import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Course } from './course.entity.js';

@Entity({ schema: 'ext_courses', name: 'reviews' })
@Check('reviews_rating_check', 'rating BETWEEN 1 AND 5')
@Index('reviews_once', ['course_id', 'owner_id'], { unique: true })
@Index('reviews_of_writer', ['owner_id'])
// Descending: made by hand in the migration.
@Index('reviews_newest', { synchronize: false })
export class CourseReview {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
  @Column({ type: 'int' }) rating!: number;
  @Column({ type: 'text', default: '' }) body!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
