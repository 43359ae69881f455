import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Quiz } from './quiz.entity.js';

/** What one taker is granted beyond the others. */
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
  /** The quiz's owner's alone. */
  @Column({ type: 'text', default: '' }) note!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
