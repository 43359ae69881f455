import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Quiz } from './quiz.entity.js';

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

/** What the taker sees, as far as its type has it. */
export interface QuestionData {
  options?: Choice[];
  lefts?: Choice[];
  rights?: Choice[];
  items?: Choice[];
  max_words?: number | null;
}

/** The key, as far as its type has it: ids, not places. */
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
  @Column({ type: 'text' }) type!: QuestionType;
  @Column({ type: 'text' }) prompt!: string;
  @Column({ type: 'uuid', nullable: true }) image_file_id!: string | null;
  @Column({ type: 'jsonb' }) data!: QuestionData;
  @Column({ type: 'jsonb' }) answer!: QuestionKey;
  @Column({ type: 'text', default: 'partial' }) grading!: (typeof GRADINGS)[number];
  @Column({ type: 'numeric', precision: 6, scale: 2, default: 1 }) points!: string;
  @Column({ type: 'text', default: '' }) explanation!: string;
  @Column({ type: 'int' }) position!: number;
  @Column({ type: 'int', default: 1 }) key_version!: number;
  /** In no new attempt from then on. */
  @Moment({ nullable: true }) retired_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
