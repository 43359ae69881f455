import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { QuizAttempt } from './quiz-attempt.entity.js';
import { QuizQuestion } from './quiz-question.entity.js';

/** An id, ids, a truth, a number, a text, or which right side belongs to which left one; null: nothing. */
export type Response = string | string[] | boolean | number | Record<string, string> | null;

/** While an attempt runs: what was answered. When it is finished: one of each question. */
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
  /** Null: somebody has to mark it. */
  @Column({ type: 'numeric', precision: 6, scale: 2, nullable: true }) points!: string | null;
  @Column({ type: 'int', nullable: true }) key_version!: number | null;
  @Column({ type: 'text', nullable: true }) feedback!: string | null;
  /** Null: the machine. */
  @Column({ type: 'uuid', nullable: true }) graded_by!: string | null;
  @Moment({ nullable: true }) graded_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
