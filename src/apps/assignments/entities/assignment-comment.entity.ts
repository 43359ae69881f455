import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { AssignmentLearner } from './assignment-learner.entity.js';
import { Assignment } from './assignment.entity.js';
import { Submission } from './submission.entity.js';

/** What the teacher and one learner say to each other. */
@Entity({ schema: 'ext_assignments', name: 'comments' })
@Index('comments_of_thread', ['assignment_id', 'learner_id', 'created_at'])
@Index('comments_of_learner', ['learner_id'])
@Index('comments_of_submission', ['submission_id'])
@Index('comments_of_author', ['author_id'])
export class AssignmentComment {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Assignment, { onDelete: 'CASCADE' }) assignment_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => AssignmentLearner, { onDelete: 'CASCADE' }) learner_id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Submission, { onDelete: 'SET NULL' })
  submission_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) author_id!: string;
  @Column({ type: 'text' }) body!: string;
  @CreatedAt() created_at!: Date;
}
