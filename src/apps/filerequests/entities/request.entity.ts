import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';

export const REQUEST_STATUSES = ['open', 'closed', 'archived'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];
export const NAMINGS = ['original', 'uploader_prefix'] as const;
export type Naming = (typeof NAMINGS)[number];

@Entity({ schema: 'ext_filerequests', name: 'requests' })
@Check('requests_status_check', `status IN ('open', 'closed', 'archived')`)
@Check('requests_naming_check', `naming IN ('original', 'uploader_prefix')`)
@Check('requests_received_files_check', 'received_files >= 0')
@Check('requests_received_bytes_check', 'received_bytes >= 0')
@Unique('requests_code_key', ['code'])
@Index('requests_of_owner', ['owner_id', 'created_at', 'id'])
@Index('requests_due', ['status', 'closes_at', 'id'])
// Downwards: made by hand in the migration.
@Index('requests_by_status', { synchronize: false })
export class FileRequest {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', nullable: true }) instructions!: string | null;
  @Choice(REQUEST_STATUSES, { default: 'open' }) status!: RequestStatus;
  /** A capability to upload only, so it is stored as it is and can be shown again. */
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'text', nullable: true }) password_hash!: string | null;
  /** Of the app `documents`. */
  @Column({ type: 'uuid' }) folder_id!: string;
  @Choice(NAMINGS, { default: 'uploader_prefix' }) naming!: Naming;
  /** One folder for each uploader. */
  @Column({ type: 'boolean', default: true }) subfolders!: boolean;
  @Column({ type: 'boolean', default: false }) require_email!: boolean;
  @Column({ type: 'boolean', default: false }) invited_only!: boolean;
  @Moment({ nullable: true }) closes_at!: Date | null;
  @Column({ type: 'boolean', default: false }) allow_late!: boolean;
  @Column({ type: 'int', default: 50 }) max_files!: number;
  @Whole() max_file_bytes!: number;
  /** Files that are neither lost nor removed: pending ones take a place as well. */
  @Column({ type: 'int', default: 0 }) received_files!: number;
  @Whole({ default: 0 }) received_bytes!: number;
  @Column({ type: 'text', nullable: true }) closed_reason!: string | null;
  /** When the owner was last told that their documents are full. */
  @Moment({ nullable: true }) storage_told_at!: Date | null;
  /** When the owner was last told of a submission. */
  @Moment({ nullable: true }) submission_told_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const REQUEST = { entity: FileRequest, by: 'request_id', thing: 'Request' };

@Entity({ schema: 'ext_filerequests', name: 'items' })
@Index('items_of_request', ['request_id', 'position'])
export class RequestItem {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => FileRequest, { onDelete: 'CASCADE' }) request_id!: string;
  @Column({ type: 'int' }) position!: number;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'boolean', default: true }) required!: boolean;
  /** Empty: any that the owner's settings do not block. */
  @Column({ type: 'text', array: true, default: '{}' }) allowed_extensions!: string[];
  @Column({ type: 'int', default: 1 }) min_files!: number;
  @Column({ type: 'int', default: 10 }) max_files!: number;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
