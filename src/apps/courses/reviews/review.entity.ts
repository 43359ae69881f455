import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Review } from '../../kernel/stars/review.entity.js';
import { Course } from '../catalogue/course.entity.js';

@Entity({ schema: 'ext_courses', name: 'reviews' })
@Index('reviews_once', ['course_id', 'owner_id'], { unique: true })
@Index('reviews_of_writer', ['owner_id'])
// Descending: made by hand in the migration.
@Index('reviews_newest', { synchronize: false })
export class CourseReview extends Review {
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
}
