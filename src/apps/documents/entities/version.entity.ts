import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';
import { Item } from './item.entity.js';

export const TEXT_STATUSES = ['pending', 'ready', 'none', 'failed'] as const;
export const CONFLICTS = ['rename', 'version', 'fail'] as const;
export type OnConflict = (typeof CONFLICTS)[number];

/** Bytes in the file store, which several versions may share. */
@Entity({ schema: 'ext_documents', name: 'blobs' })
@Index('blobs_storage_key_key', ['storage_key'], { unique: true })
@Index('blobs_age', ['created_at'])
export class StoredBytes {
  @Id() id!: string;
  /** The id of the file in the file store. */
  @Column({ type: 'text' }) storage_key!: string;
  @Whole() size_bytes!: number;
  @Column({ type: 'text', nullable: true }) sha256!: string | null;
  @CreatedAt() created_at!: Date;
}

/** The content of a document at one time. It never changes. */
@Entity({ schema: 'ext_documents', name: 'versions' })
@Check('versions_text_status_check', `text_status IN ('pending', 'ready', 'none', 'failed')`)
@Index('versions_number', ['item_id', 'number'], { unique: true })
@Index('versions_of_blob', ['blob_id'])
@Index('versions_of_owner', ['owner_id', 'created_at'])
export class Version {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Item, { onDelete: 'CASCADE' }) item_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'int' }) number!: number;
  @Column({ type: 'uuid' }) @ForeignKey(() => StoredBytes) blob_id!: string;
  @Column({ type: 'text' }) content_type!: string;
  @Whole() size_bytes!: number;
  @Column({ type: 'text', nullable: true }) sha256!: string | null;
  @Column({ type: 'text', nullable: true }) note!: string | null;
  @Column({ type: 'uuid' }) created_by!: string;
  @Choice(TEXT_STATUSES) text_status!: (typeof TEXT_STATUSES)[number];
  @CreatedAt() created_at!: Date;
}

/** The words of the current version, for the search. */
@Entity({ schema: 'ext_documents', name: 'texts' })
@Check('texts_body_check', 'octet_length(body) <= 262144')
@Index('texts_item_id_key', ['item_id'], { unique: true })
@Index('texts_words', { synchronize: false })
export class DocumentText {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Item, { onDelete: 'CASCADE' }) item_id!: string;
  @Column({ type: 'uuid' }) version_id!: string;
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'tsvector', select: false }) tsv!: string;
  @CreatedAt() created_at!: Date;
}

/** Bytes that are on their way. */
@Entity({ schema: 'ext_documents', name: 'uploads' })
@Check('uploads_on_conflict_check', `on_conflict IN ('rename', 'version', 'fail')`)
@Check('uploads_status_check', `status IN ('open', 'completed', 'aborted', 'expired')`)
@Index('uploads_due', ['status', 'expires_at'])
@Index('uploads_of_target', ['target_owner_id'])
@Index('uploads_of_owner', ['owner_id'])
export class DocumentUpload {
  @Id() id!: string;
  /** Who began it. */
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  /** In whose tree the document will lie. */
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) target_owner_id!: string;
  @Column({ type: 'uuid', nullable: true }) parent_id!: string | null;
  /** The document that gets a new version; null: a new document. */
  @Column({ type: 'uuid', nullable: true }) item_id!: string | null;
  @Column({ type: 'int', nullable: true }) base_version!: number | null;
  @Column({ type: 'text' }) name!: string;
  /** What the client says, which helps where the content does not show its type. */
  @Column({ type: 'text' }) content_type!: string;
  @Whole() size_bytes!: number;
  @Column({ type: 'text', nullable: true }) sha256!: string | null;
  @Choice(CONFLICTS) on_conflict!: OnConflict;
  @Column({ type: 'text' }) storage_key!: string;
  @Choice(['open', 'completed', 'aborted', 'expired'], { default: 'open' }) status!: string;
  @Moment() expires_at!: Date;
  @Column({ type: 'uuid', nullable: true }) result_item_id!: string | null;
  @Column({ type: 'text', nullable: true }) source_app!: string | null;
  @Column({ type: 'uuid', nullable: true }) source_id!: string | null;
  @CreatedAt() created_at!: Date;
}
