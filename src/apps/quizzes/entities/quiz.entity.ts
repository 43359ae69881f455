import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Decimal } from '../../kernel/rows/columns.js';

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
  @Choice(QUIZ_STATUSES, { default: 'draft' }) status!: (typeof QUIZ_STATUSES)[number];
  /** Of the app `courses`. */
  @Column({ type: 'uuid', nullable: true }) course_id!: string | null;
  @Column({ type: 'text', nullable: true }) access_code_hash!: string | null;
  @Moment({ nullable: true }) opens_at!: Date | null;
  @Moment({ nullable: true }) closes_at!: Date | null;
  @Column({ type: 'int', nullable: true }) time_limit_seconds!: number | null;
  /** Null: unlimited. */
  @Column({ type: 'int', nullable: true, default: 1 }) max_attempts!: number | null;
  @Column({ type: 'int', default: 0 }) attempt_gap_minutes!: number;
  @Choice(SCORINGS, { default: 'highest' }) scoring!: (typeof SCORINGS)[number];
  @Decimal(5, 2, { nullable: true }) pass_percent!: number | null;
  /** The number of questions in each attempt; null: all. */
  @Column({ type: 'int', nullable: true }) draw_count!: number | null;
  @Column({ type: 'boolean', default: false }) shuffle_questions!: boolean;
  @Column({ type: 'boolean', default: false }) shuffle_options!: boolean;
  @Choice(RELEASES, { default: 'at_once' }) release_score!: (typeof RELEASES)[number];
  @Choice(SHOWN_ANSWERS, { default: 'after_score' }) show_answers!: (typeof SHOWN_ANSWERS)[number];
  @Moment({ nullable: true }) released_at!: Date | null;
  /** Those that are not retired. */
  @Column({ type: 'int', default: 0 }) questions_count!: number;
  @Moment({ nullable: true }) published_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const QUESTION_TYPES = [
  'single_choice',
  'multiple_choice',
  'true_false',
  'short_text',
  'numeric',
  'matching',
  'ordering',
  'essay',
] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];
export const GRADINGS = ['all_or_nothing', 'partial', 'minus'] as const;

/** Something that a response names by its id. */
export interface Choice {
  id: string;
  text: string;
}

/** What the taker sees; the type decides which fields there are. */
export interface QuestionData {
  options?: Choice[];
  lefts?: Choice[];
  rights?: Choice[];
  items?: Choice[];
  max_words?: number | null;
}

/** The key, with ids and not indexes; the type decides which fields there are. */
export interface QuestionKey {
  correct?: string | string[] | boolean;
  accepted?: string[];
  case_sensitive?: boolean;
  value?: number;
  tolerance?: number;
  pairs?: Record<string, string>;
  order?: string[];
}

@Entity({ schema: 'ext_quizzes', name: 'questions' })
@Check(
  'questions_type_check',
  `type IN ('single_choice', 'multiple_choice', 'true_false', 'short_text', 'numeric', 'matching', 'ordering', 'essay')`,
)
@Check('questions_grading_check', `grading IN ('all_or_nothing', 'partial', 'minus')`)
@Check('questions_points_check', 'points BETWEEN 0 AND 1000')
@Index('questions_of_quiz', ['quiz_id', 'position'])
export class QuizQuestion {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Quiz, { onDelete: 'CASCADE' }) quiz_id!: string;
  @Choice(QUESTION_TYPES) type!: QuestionType;
  @Column({ type: 'text' }) prompt!: string;
  @Column({ type: 'uuid', nullable: true }) image_file_id!: string | null;
  @Column({ type: 'jsonb' }) data!: QuestionData;
  @Column({ type: 'jsonb' }) answer!: QuestionKey;
  @Choice(GRADINGS, { default: 'partial' }) grading!: (typeof GRADINGS)[number];
  @Decimal(6, 2, { default: 1 }) points!: number;
  @Column({ type: 'text', default: '' }) explanation!: string;
  @Column({ type: 'int' }) position!: number;
  @Column({ type: 'int', default: 1 }) key_version!: number;
  /** New attempts do not have it from then on. */
  @Moment({ nullable: true }) retired_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** Times and attempts of one taker that differ from those of the others. */
@Entity({ schema: 'ext_quizzes', name: 'accommodations' })
@Check('accommodations_extra_time_percent_check', 'extra_time_percent BETWEEN 0 AND 300')
@Check('accommodations_extra_attempts_check', 'extra_attempts BETWEEN 0 AND 20')
@Check('accommodations_times_check', 'closes_at > opens_at')
@Index('accommodations_once', ['quiz_id', 'user_id'], { unique: true })
@Index('accommodations_of_user', ['user_id'])
export class QuizAccommodation {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Quiz, { onDelete: 'CASCADE' }) quiz_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'int', default: 0 }) extra_time_percent!: number;
  @Column({ type: 'boolean', default: false }) no_time_limit!: boolean;
  @Column({ type: 'int', default: 0 }) extra_attempts!: number;
  @Moment({ nullable: true }) opens_at!: Date | null;
  @Moment({ nullable: true }) closes_at!: Date | null;
  /** Only the owner of the quiz sees it. */
  @Column({ type: 'text', default: '' }) note!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const QUIZ = { entity: Quiz, by: 'quiz_id' };
export const QUESTION = { entity: QuizQuestion, by: 'question_id', thing: 'Question', via: QUIZ };
