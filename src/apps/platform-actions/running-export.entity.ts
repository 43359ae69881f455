import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';

/** An account's one export that is being written or sent, in whichever process. */
@Entity({ schema: 'apps', name: 'running_exports' })
export class RunningExport {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  /** Random: only the process that began the export may renew or end it. */
  @Column({ type: 'uuid' }) holder!: string;
  /** Renewed while the export runs, so that the row of a process that died lapses. */
  @Moment() lapses_at!: Date;
}
