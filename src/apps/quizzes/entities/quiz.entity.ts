import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';

export const QUIZ_STATUSES = ['draft', 'published', 'archived'] as const;
export const SCORINGS = ['highest', 'latest', 'first', 'average'] as const;
export const RELEASES = ['at_once', 'after_close', 'by_hand'] as const;
export const SHOWN_ANSWERS = ['never', 'after_score', 'after_last_attempt', 'after_close'] as const;

@Entity({ schema: 'ext_quizzes', name: 'quizzes' })
@Check('quizzes_status_check', `status IN ('draft', 'published', 'archived')`)
@Check('quizzes_time_limit_seconds_check', 'time_limit_seconds BETWEEN 60 AND 86400')
@Check('quizzes_max_attempts_check', 'max_attempts BETWEEN 1 AND 100')
@Check('quizzes_scoring_check', `scoring IN ('highest', 'latest', 'first', 'average')`)
@Check('quizzes_pass_percent_check', 'pass_percent BETWEEN 0 AND 100')
@Check('quizzes_release_score_check', `release_score IN ('at_once', 'after_close', 'by_hand')`)
@Check('quizzes_show_answers_check', `show_answers IN ('never', 'after_score', 'after_last_attempt', 'after_close')`)
@Check('quizzes_times_check', 'closes_at > opens_at')
@Index('quizzes_of_owner', ['owner_id', 'status'])
@Index('quizzes_of_course', ['course_id'])
// Descending: made by hand in the migration.
@Index('quizzes_newest', { synchronize: false })
export class Quiz {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: '' }) instructions!: string;
  @Column({ type: 'text', default: 'draft' }) status!: (typeof QUIZ_STATUSES)[number];
  /** Of the app `courses`. */
  @Column({ type: 'uuid', nullable: true }) course_id!: string | null;
  @Column({ type: 'text', nullable: true }) access_code_hash!: string | null;
  @Moment({ nullable: true }) opens_at!: Date | null;
  @Moment({ nullable: true }) closes_at!: Date | null;
  @Column({ type: 'int', nullable: true }) time_limit_seconds!: number | null;
  /** Null: as many as one likes. */
  @Column({ type: 'int', nullable: true, default: 1 }) max_attempts!: number | null;
  @Column({ type: 'int', default: 0 }) attempt_gap_minutes!: number;
  @Column({ type: 'text', default: 'highest' }) scoring!: (typeof SCORINGS)[number];
  @Column({ type: 'numeric', precision: 5, scale: 2, nullable: true }) pass_percent!: string | null;
  /** How many questions each attempt is given; null: all. */
  @Column({ type: 'int', nullable: true }) draw_count!: number | null;
  @Column({ type: 'boolean', default: false }) shuffle_questions!: boolean;
  @Column({ type: 'boolean', default: false }) shuffle_options!: boolean;
  @Column({ type: 'text', default: 'at_once' }) release_score!: (typeof RELEASES)[number];
  @Column({ type: 'text', default: 'after_score' }) show_answers!: (typeof SHOWN_ANSWERS)[number];
  @Moment({ nullable: true }) released_at!: Date | null;
  /** Those that are not retired. */
  @Column({ type: 'int', default: 0 }) questions_count!: number;
  @Moment({ nullable: true }) published_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
