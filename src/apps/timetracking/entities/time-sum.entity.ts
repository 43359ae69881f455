import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Id } from '../../../platform/database/columns.js';
import { DayText, Whole } from '../../kernel/rows/columns.js';

/** Parts of sums over the ended entries of an owner, which triggers keep. A sum is that of its rows. */
@Entity({ schema: 'ext_timetracking', name: 'time_sums' })
@Index('time_sums_key', ['owner_id', 'day', 'of_id'])
@Index('time_sums_fresh', ['id'], { where: 'NOT folded' })
export class TimeSum {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  /** The project; the owner for time without one. */
  @Column({ type: 'uuid' }) of_id!: string;
  /** `infinity`: what counts whatever its day is. */
  @DayText() day!: string;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Column({ type: 'boolean' }) billable!: boolean;
  @Column({ type: 'boolean' }) billed!: boolean;
  @Whole() seconds!: number;
  /** Exact to the minor unit of each entry, half away from zero. */
  @Whole() amount_minor!: number;
  /** A job has made one row of several. */
  @Column({ type: 'boolean', default: false }) folded!: boolean;
}
