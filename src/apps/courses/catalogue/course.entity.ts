import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Refusal } from '../../../platform/http/refusal.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import type { Caller } from '../../../platform/access/access.js';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';

export const LEVELS = ['beginner', 'intermediate', 'advanced', 'all'] as const;
export const COURSE_STATUSES = ['draft', 'published', 'archived'] as const;

@Entity({ schema: 'ext_courses', name: 'courses' })
@Check('courses_level_check', `level IN ('beginner', 'intermediate', 'advanced', 'all')`)
@Check('courses_status_check', `status IN ('draft', 'published', 'archived')`)
@Check('courses_price_minor_check', 'price_minor >= 0')
@Check('courses_max_students_check', 'max_students > 0')
@Check('courses_seats_taken_check', 'seats_taken >= 0')
@Check('courses_completion_percent_check', 'completion_percent BETWEEN 1 AND 100')
@Index('courses_of_owner', ['owner_id', 'status'])
@Index('courses_category', ['category_id'])
// Descending, on expressions and by words: made by hand in the migration.
@Index('courses_newest', { synchronize: false })
@Index('courses_popular', { synchronize: false })
@Index('courses_rated', { synchronize: false })
@Index('courses_search', { synchronize: false })
@Index('courses_tags', { synchronize: false })
export class Course {
  @Id() id!: string;
  /** Null: the account of the teacher is deleted, and students keep the course. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  owner_id!: string | null;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: '' }) subtitle!: string;
  @Column({ type: 'text', default: '' }) description!: string;
  @Column({ type: 'text', default: 'en' }) language!: string;
  @Column({ type: 'text', default: 'all' }) level!: (typeof LEVELS)[number];
  /** Of the core. */
  @Column({ type: 'uuid', nullable: true }) category_id!: string | null;
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  @Column({ type: 'uuid', nullable: true }) cover_file_id!: string | null;
  @Column({ type: 'int', default: 0 }) price_minor!: number;
  @Column({ type: 'char', length: 3, default: 'usd' }) currency!: string;
  @Column({ type: 'text', default: 'draft' }) status!: (typeof COURSE_STATUSES)[number];
  @Column({ type: 'int', nullable: true }) max_students!: number | null;
  /** Active enrollments and open checkouts. */
  @Column({ type: 'int', default: 0 }) seats_taken!: number;
  @Moment({ nullable: true }) enrollment_opens_at!: Date | null;
  @Moment({ nullable: true }) enrollment_closes_at!: Date | null;
  /** Null: for good. */
  @Column({ type: 'int', nullable: true }) access_days!: number | null;
  @Column({ type: 'boolean', default: false }) sequential!: boolean;
  @Column({ type: 'int', default: 100 }) completion_percent!: number;
  @Column({ type: 'uuid', array: true, default: '{}' }) prerequisite_course_ids!: string[];
  @Column({ type: 'boolean', default: true }) comments_enabled!: boolean;
  @Column({ type: 'uuid', nullable: true }) certificate_template_id!: string | null;
  @Column({ type: 'int', default: 1 }) curriculum_version!: number;
  /** Of what is published. */
  @Column({ type: 'int', default: 0 }) lessons_count!: number;
  @Column({ type: 'int', default: 0 }) duration_seconds!: number;
  @Column({ type: 'int', default: 0 }) rating_sum!: number;
  @Column({ type: 'int', default: 0 }) rating_count!: number;
  /** The words of title, subtitle and description, kept by a trigger. */
  @Column({ type: 'tsvector', nullable: true, select: false }) search!: string | null;
  @Moment({ nullable: true }) published_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const COURSE = { entity: Course, by: 'course_id' };

export const NO_TEACHER = 'Course has no teacher';

/** The teacher, or a refusal: staff may manage a course whose teacher is gone, but nobody teaches it. */
export function teacherOf({ owner_id }: Pick<Course, 'owner_id'>): string {
  if (owner_id === null) throw new Refusal(409, NO_TEACHER);
  return owner_id;
}

/** Administrators see every course as its teacher does. */
export const isTaughtBy = ({ owner_id }: Pick<Course, 'owner_id'>, caller: Caller | undefined) =>
  caller?.id === owner_id || seesAsAdmin(caller);
