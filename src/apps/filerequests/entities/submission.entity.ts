import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';
import type { SecretLink } from '../../kernel/secrets/secret-links.js';
import { FileRequest, RequestItem } from './request.entity.js';

export const RECIPIENT_STATUSES = ['invited', 'opened', 'partial', 'submitted', 'accepted'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];
export const SUBMISSION_STATUSES = ['draft', 'submitted', 'accepted', 'changes_requested'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];
export const FILE_STATUSES = ['pending', 'received', 'removed', 'rejected', 'lost'] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/** Who was asked for files, with a personal link or by their account. */
@Entity({ schema: 'ext_filerequests', name: 'recipients' })
@Check('recipients_status_check', `status IN ('invited', 'opened', 'partial', 'submitted', 'accepted')`)
@Unique('recipients_token_hash_key', ['token_hash'])
@Unique('recipients_request_id_user_id_key', ['request_id', 'user_id'])
@Index('recipients_of_user', ['user_id'])
// By an expression: made by hand in the migration.
@Index('recipients_email', { synchronize: false })
export class Recipient implements SecretLink {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => FileRequest, { onDelete: 'CASCADE' }) request_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) email!: string | null;
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('User', { onDelete: 'SET NULL' }) user_id!: string | null;
  @Column({ type: 'text' }) token_hash!: string;
  @Choice(RECIPIENT_STATUSES, { default: 'invited' }) status!: RecipientStatus;
  @Moment({ nullable: true }) last_reminded_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'ext_filerequests', name: 'submissions' })
@Check('submissions_status_check', `status IN ('draft', 'submitted', 'accepted', 'changes_requested')`)
@Unique('submissions_receipt_hash_key', ['receipt_hash'])
@Unique('submissions_recipient_id_key', ['recipient_id'])
@Index('submissions_of_user', ['user_id'])
@Index('submissions_of_folder', ['folder_id'])
// Downwards, by an expression, and partial: made by hand in the migration.
@Index('submissions_by_status', { synchronize: false })
@Index('submissions_newest', { synchronize: false })
@Index('submissions_drafts', { synchronize: false })
export class Submission {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => FileRequest, { onDelete: 'CASCADE' }) request_id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Recipient, { onDelete: 'SET NULL' })
  recipient_id!: string | null;
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('User', { onDelete: 'SET NULL' }) user_id!: string | null;
  @Column({ type: 'text' }) uploader_name!: string;
  @Column({ type: 'text', nullable: true }) uploader_email!: string | null;
  @Column({ type: 'text' }) receipt_hash!: string;
  @Choice(SUBMISSION_STATUSES, { default: 'draft' }) status!: SubmissionStatus;
  @Column({ type: 'text', nullable: true }) note!: string | null;
  @Column({ type: 'text', nullable: true }) review_message!: string | null;
  @Moment({ nullable: true }) first_submitted_at!: Date | null;
  @Moment({ nullable: true }) submitted_at!: Date | null;
  @Moment({ nullable: true }) reviewed_at!: Date | null;
  @Column({ type: 'boolean', default: false }) late!: boolean;
  @Column({ type: 'uuid', nullable: true }) folder_id!: string | null;
  /** A network of 256 IPv4 addresses, or a /48. */
  @Column({ type: 'text' }) ip_prefix!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const SUBMISSION = {
  entity: Submission,
  by: 'submission_id',
  via: { entity: FileRequest, by: 'request_id' },
};

@Entity({ schema: 'ext_filerequests', name: 'files' })
@Check('files_status_check', `status IN ('pending', 'received', 'removed', 'rejected', 'lost')`)
@Unique('files_upload_id_key', ['upload_id'])
@Index('files_of_submission', ['submission_id'])
@Index('files_of_item', ['request_id', 'item_id'])
@Index('files_by_item', ['item_id'])
@Index('files_received', { synchronize: false })
@Index('files_pending', ['expires_at'], { where: `status = 'pending'` })
export class RequestFile {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Submission, { onDelete: 'CASCADE' }) submission_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => FileRequest, { onDelete: 'CASCADE' }) request_id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => RequestItem, { onDelete: 'SET NULL' })
  item_id!: string | null;
  /** Of the app `documents`. */
  @Column({ type: 'uuid' }) upload_id!: string;
  @Column({ type: 'uuid', nullable: true }) document_id!: string | null;
  @Column({ type: 'uuid', nullable: true }) version_id!: string | null;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) stored_name!: string | null;
  @Whole() size_bytes!: number;
  @Column({ type: 'text' }) content_type!: string;
  @Choice(FILE_STATUSES, { default: 'pending' }) status!: FileStatus;
  @Column({ type: 'text', nullable: true }) reject_reason!: string | null;
  @Moment({ nullable: true }) received_at!: Date | null;
  /** Until when the upload takes the bytes. */
  @Moment() expires_at!: Date;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
