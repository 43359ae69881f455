import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';

/** Stored bytes without a file row, and when they are to be removed. */
@Entity({ schema: 'files', name: 'trash' })
@Index('trash_due', ['due_at'])
export class Trash {
  @PrimaryColumn({ type: 'text' }) path!: string;
  @Moment({ default: () => 'now()' }) due_at!: Date;
}
