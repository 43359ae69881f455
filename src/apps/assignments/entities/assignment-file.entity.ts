import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Assignment } from './assignment.entity.js';
import { Submission } from './submission.entity.js';

export const FILE_STATUSES = ['pending', 'ready', 'lost'] as const;

/** A file that was promised; it counts once its bytes are there. */
@Entity({ schema: 'ext_assignments', name: 'files' })
@Check('files_status_check', `status IN ('pending', 'ready', 'lost')`)
@Index('files_storage_key', ['storage_key'], { unique: true })
@Index('files_of_submission', ['submission_id'])
@Index('files_of_assignment', ['assignment_id'])
@Index('files_of_owner', ['owner_id'])
@Index('files_pending', ['expires_at'], { where: `status = 'pending'` })
export class AssignmentFile {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Assignment, { onDelete: 'CASCADE' }) assignment_id!: string;
  /** Null: the teacher's material. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Submission, { onDelete: 'CASCADE' })
  submission_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) content_type!: string;
  @Column({ type: 'bigint' }) size_bytes!: number;
  /** The id of its bytes, and the one by which callers know it. */
  @Column({ type: 'uuid' }) storage_key!: string;
  @Column({ type: 'text', default: 'pending' }) status!: (typeof FILE_STATUSES)[number];
  /** Until then its bytes may come. */
  @Moment() expires_at!: Date;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
