import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Moment, Owner } from '../../platform/database/columns.js';
import { whole } from '../stored/file.entity.js';

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
