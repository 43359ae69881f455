import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Enrollment } from './enrollment.entity.js';
import { Lesson } from './lesson.entity.js';

@Entity({ schema: 'ext_courses', name: 'lesson_progress' })
@Index('lesson_progress_once', ['enrollment_id', 'lesson_id'], { unique: true })
@Index('lesson_progress_of_lesson', ['lesson_id'])
export class LessonProgress {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Enrollment, { onDelete: 'CASCADE' }) enrollment_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Lesson, { onDelete: 'CASCADE' }) lesson_id!: string;
  @Column({ type: 'int', default: 0 }) position_seconds!: number;
  /** When the player stood there, which may be long before we were told. */
  @Moment({ nullable: true }) position_at!: Date | null;
  @Moment({ nullable: true }) completed_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
