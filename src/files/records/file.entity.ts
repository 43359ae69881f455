import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Moment } from '../../platform/database/columns.js';
import type { Kind } from '../uploads/content-type.js';

/** Whole numbers that a double holds exactly, such as bytes. */
export const whole = { from: Number, to: String };

/** Bytes that somebody uploaded, as they are known to the rest: what they are, whose, and where they lie. */
@Entity({ schema: 'files', name: 'files' })
@Check('files_kind_check', `kind IN ('image', 'video', 'audio', 'file')`)
@Check('files_size_check', 'size >= 0')
@Index('files_newest', ['owner_id', 'of_app', 'created_at', 'id'])
@Index('files_unattached', ['created_at'], { where: 'attached_at IS NULL' })
@Index('files_expiring', ['expires_at'], { where: 'expires_at IS NOT NULL' })
export class StoredFile {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  /** 128 random bits: whoever was given the address may read the file, and nobody can guess one. */
  @Column({ type: 'text' }) key!: string;
  @Column({ type: 'text' }) path!: string;
  /** Null until the job has made it, and for what is no image. */
  @Column({ type: 'text', nullable: true }) small_path!: string | null;
  /** The media type that the content has, whatever the caller said. */
  @Column({ type: 'text' }) type!: string;
  @Column({ type: 'text' }) kind!: Kind;
  @Column({ type: 'bigint', transformer: whole }) size!: number;
  @Column({ type: 'integer', nullable: true }) width!: number | null;
  @Column({ type: 'integer', nullable: true }) height!: number | null;
  @Column({ type: 'text' }) name!: string;
  /** Since when something shows it; null: it is not in use, and goes after a day. */
  @Moment({ nullable: true }) attached_at!: Date | null;
  /** Of an app, which gives signed addresses of it: it is not in the list of what its owner uploaded. */
  @Column({ type: 'boolean', default: false }) of_app!: boolean;
  /** Of what came for an app and was left as it came. */
  @Column({ type: 'text', nullable: true }) sha256!: string | null;
  /** When it removes itself. */
  @Moment({ nullable: true }) expires_at!: Date | null;
  @CreatedAt() created_at!: Date;
}
