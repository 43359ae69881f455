import { Check, Column, Entity } from 'typeorm';
import { CreatedAt, Id, Moment, Owner } from '../../platform/database/columns.js';

export type ExportFailure = 'too_large' | 'failed';

/** An export of everything an account holds. Its owner requests it, and a job writes it to a file. */
@Entity({ schema: 'account', name: 'exports' })
@Check('exports_failure_check', `failure IN ('too_large', 'failed')`)
export class AccountExport {
  @Id() id!: string;
  @Owner() user_id!: string;
  /** Null until the file is written. */
  @Moment({ nullable: true }) ready_at!: Date | null;
  /** Counted before the work begins, so that an attempt that crashes the process counts too. */
  @Column({ type: 'integer', default: 0 }) attempts!: number;
  /** Why no file was written. */
  @Column({ type: 'text', nullable: true }) failure!: ExportFailure | null;
  @Moment() expires_at!: Date;
  @CreatedAt() created_at!: Date;
}
