import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Moment, Owner } from '../../platform/database/columns.js';
import type { Kind } from './content-type.js';

/** Whole numbers that a double represents exactly, such as sizes in bytes. */
export const whole = { from: Number, to: String };

/** A stored file: its type, owner, and path in the storage. */
@Entity({ schema: 'files', name: 'files' })
@Check('files_kind_check', `kind IN ('image', 'video', 'audio', 'file')`)
@Check('files_size_check', 'size >= 0')
@Index('files_newest', ['owner_id', 'of_app', 'created_at', 'id'])
@Index('files_unattached', ['created_at'], { where: 'attached_at IS NULL' })
@Index('files_slot', ['owner_id', 'slot'], { unique: true, where: 'slot IS NOT NULL' })
@Index('files_expiring', ['expires_at'], { where: 'expires_at IS NOT NULL' })
export class StoredFile {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  /** Null when other users have paid for the file and its owner's account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  owner_id!: string | null;
  /** 128 random bits: callers who know the URL may read the file, and nobody can guess it. */
  @Column({ type: 'text' }) key!: string;
  @Column({ type: 'text' }) path!: string;
  /** Null until the job has created it, and for files that are no images. */
  @Column({ type: 'text', nullable: true }) small_path!: string | null;
  /** The media type of the content, independent of what the caller stated. */
  @Column({ type: 'text' }) type!: string;
  @Column({ type: 'text' }) kind!: Kind;
  @Column({ type: 'bigint', transformer: whole }) size!: number;
  @Column({ type: 'integer', nullable: true }) width!: number | null;
  @Column({ type: 'integer', nullable: true }) height!: number | null;
  @Column({ type: 'text' }) name!: string;
  /** When the file was attached. Null: it is unused, and is deleted after a day. */
  @Moment({ nullable: true }) attached_at!: Date | null;
  /** True for files of apps, which give out signed URLs. They are not in their owner's file list. */
  @Column({ type: 'boolean', default: false }) of_app!: boolean;
  /** The hash of an app's file that was stored unchanged. */
  @Column({ type: 'text', nullable: true }) sha256!: string | null;
  /** When the file is deleted automatically. */
  @Moment({ nullable: true }) expires_at!: Date | null;
  /** The slot of the owner that the file fills: a newer file in the same slot replaces it. */
  @Column({ type: 'text', nullable: true }) slot!: string | null;
  @CreatedAt() created_at!: Date;
}

/** Stored bytes without a file row, and when they are to be removed. */
@Entity({ schema: 'files', name: 'trash' })
@Index('trash_due', ['due_at'])
export class Trash {
  @PrimaryColumn({ type: 'text' }) path!: string;
  @Moment({ default: () => 'now()' }) due_at!: Date;
}

/** The stored bytes of an account, and its uploads of the current day. */
@Entity({ schema: 'files', name: 'usage' })
@Check('usage_bytes_check', 'bytes >= 0')
@Check('usage_app_bytes_check', 'app_bytes >= 0')
export class Usage {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'bigint', default: 0 }) bytes!: string;
  /** The bytes of apps: stored and reserved. */
  @Column({ type: 'bigint', default: 0 }) app_bytes!: string;
  @Column({ type: 'date' }) day!: string;
  @Column({ type: 'integer', default: 0 }) uploads!: number;
}

/** A file that was promised to an app and has not arrived yet. */
@Entity({ schema: 'files', name: 'uploads' })
@Check('uploads_size_check', 'size >= 0 AND size <= 5368709120')
@Index('uploads_expired', ['expires_at'])
export class WaitingUpload {
  /** The same id as the later file. */
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Owner() owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  /** The media type that the caller states. It is used only when the content does not show its type. */
  @Column({ type: 'text' }) type!: string;
  @Column({ type: 'bigint', transformer: whole }) size!: number;
  @Column({ type: 'boolean' }) picture!: boolean;
  @Column({ type: 'boolean' }) attached!: boolean;
  @Moment() expires_at!: Date;
  @CreatedAt() created_at!: Date;
}
