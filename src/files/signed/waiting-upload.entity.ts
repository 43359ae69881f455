import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Moment, Owner } from '../../platform/database/columns.js';
import { whole } from '../records/file.entity.js';

/** A file that was promised to an app, and whose bytes have not come yet. */
@Entity({ schema: 'files', name: 'uploads' })
@Check('uploads_size_check', 'size >= 0 AND size <= 5368709120')
@Index('uploads_expired', ['expires_at'])
export class WaitingUpload {
  /** That of the file, once it is one. */
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Owner() owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  /** As the caller calls it; it says something only where the content does not. */
  @Column({ type: 'text' }) type!: string;
  @Column({ type: 'bigint', transformer: whole }) size!: number;
  @Column({ type: 'boolean' }) picture!: boolean;
  @Column({ type: 'boolean' }) attached!: boolean;
  @Moment() expires_at!: Date;
  @CreatedAt() created_at!: Date;
}
