import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Quiz, QuizQuestion, QUIZ } from './quiz.entity.js';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Decimal } from '../../kernel/rows/columns.js';

export const ATTEMPT_STATUSES = ['in_progress', 'submitted', 'graded'] as const;

/** A question as one attempt has it. */
export interface Drawn {
  id: string;
  points: number;
  /** The version of the key by which it was graded last, or with which it was drawn. */
  key_version: number;
  /** The ids of the options in the order of this attempt. */
  order?: string[];
  /** Every taker has its points, whatever the answer. */
  given?: boolean;
  /** It no longer counts. */
  dropped?: boolean;
}

@Entity({ schema: 'ext_quizzes', name: 'attempts' })
@Check('attempts_status_check', `status IN ('in_progress', 'submitted', 'graded')`)
@Index('attempts_once', ['quiz_id', 'owner_id', 'number'], { unique: true, where: 'NOT preview' })
@Index('attempts_running', ['quiz_id', 'owner_id'], { unique: true, where: `status = 'in_progress'` })
@Index('attempts_of_quiz', ['quiz_id', 'status', 'preview', 'percent'])
@Index('attempts_in_order', ['quiz_id', 'id'])
@Index('attempts_of_taker', ['owner_id'])
@Index('attempts_due', ['due_at'], { where: `status = 'in_progress'` })
@Index('attempts_to_grade', ['quiz_id'], { where: `status = 'submitted' AND NOT preview` })
@Index('attempts_untold', ['quiz_id'], {
  where: `status = 'graded' AND taker_told_at IS NULL AND NOT preview`,
})
@Index('attempts_previews', ['created_at'], { where: 'preview' })
// Descending, and on an expression: made by hand in the migration.
@Index('attempts_best', { synchronize: false })
export class QuizAttempt {
  @Id() id!: string;
  /** The taker. */
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Quiz, { onDelete: 'CASCADE' }) quiz_id!: string;
  @Column({ type: 'int' }) number!: number;
  @Column({ type: 'boolean', default: false }) preview!: boolean;
  @Choice(ATTEMPT_STATUSES) status!: (typeof ATTEMPT_STATUSES)[number];
  @Moment() started_at!: Date;
  @Moment({ nullable: true }) due_at!: Date | null;
  /** The limit of the quiz at the start, without the accommodation of the taker. */
  @Column({ type: 'int', nullable: true }) time_limit_seconds!: number | null;
  @Moment({ nullable: true }) submitted_at!: Date | null;
  @Column({ type: 'boolean', default: false }) auto_submitted!: boolean;
  @Column({ type: 'jsonb' }) layout!: Drawn[];
  @Decimal(8, 2, { nullable: true }) score!: number | null;
  @Decimal(8, 2, { nullable: true }) max_score!: number | null;
  @Decimal(5, 2, { nullable: true }) percent!: number | null;
  @Column({ type: 'boolean', nullable: true }) passed!: boolean | null;
  @Moment({ nullable: true }) graded_at!: Date | null;
  /** When the owner of the quiz was notified of answers to mark. */
  @Moment({ nullable: true }) owner_told_at!: Date | null;
  /** When the taker was notified of the result, or saw it. */
  @Moment({ nullable: true }) taker_told_at!: Date | null;
  /** When the taker was notified that the quiz closes. */
  @Moment({ nullable: true }) closing_told_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** An id, ids, a truth, a number, a text, or which right side belongs to which left one; null: nothing. */
export type Response = string | string[] | boolean | number | Record<string, string> | null;

/** A running attempt has rows for its answers so far, a finished one has a row for each question. */
@Entity({ schema: 'ext_quizzes', name: 'answers' })
@Index('answers_once', ['attempt_id', 'question_id'], { unique: true })
@Index('answers_to_question', ['question_id'])
export class QuizAnswer {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => QuizAttempt, { onDelete: 'CASCADE' }) attempt_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => QuizQuestion, { onDelete: 'CASCADE' }) question_id!: string;
  @Column({ type: 'jsonb', nullable: true }) response!: Response;
  @Column({ type: 'int' }) revision!: number;
  @Moment() saved_at!: Date;
  /** Null: the owner has to mark it. */
  @Decimal(6, 2, { nullable: true }) points!: number | null;
  @Column({ type: 'int', nullable: true }) key_version!: number | null;
  @Column({ type: 'text', nullable: true }) feedback!: string | null;
  /** Null: it was graded automatically. */
  @Column({ type: 'uuid', nullable: true }) graded_by!: string | null;
  @Moment({ nullable: true }) graded_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** Owned by the user who takes the quiz. */
export const ATTEMPT = { entity: QuizAttempt, by: 'attempt_id', thing: 'Attempt' };
/** Owned by the owner of the quiz. */
export const ATTEMPT_AT_QUIZ = { ...ATTEMPT, via: QUIZ };
