import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';

@Entity({ schema: 'ext_reminders', name: 'reminders' })
@Check('reminders_repeat_from_check', `repeat_from IN ('schedule', 'completion')`)
@Check('reminders_priority_check', `priority IN ('low', 'normal', 'high')`)
@Check('reminders_status_check', `status IN ('active', 'paused', 'done')`)
@Unique('reminders_owner_id_request_key_key', ['owner_id', 'request_key'])
@Index('reminders_of_owner', ['owner_id', 'status', 'next_due_at'])
@Index('reminders_done', ['owner_id', 'done_at'])
@Index('reminders_subject', ['owner_id', 'subject_id'])
// By its words: made by hand in the migration.
@Index('reminders_tags', { synchronize: false })
export class Reminder {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'varchar', length: 200 }) title!: string;
  @Column({ type: 'text', nullable: true }) notes!: string | null;
  /** By the clock on the wall, in no zone. */
  @Column({ type: 'timestamp', precision: 3 }) start_local!: string;
  @Column({ type: 'text' }) timezone!: string;
  @Column({ type: 'boolean', default: false }) all_day!: boolean;
  @Column({ type: 'varchar', length: 500, nullable: true }) rrule!: string | null;
  @Column({ type: 'text', default: 'schedule' }) repeat_from!: 'schedule' | 'completion';
  @Column({ type: 'timestamp', array: true, default: '{}' }) exdates!: string[];
  /** Minutes before. */
  @Column({ type: 'int', array: true, default: '{0}' }) alerts!: number[];
  @Column({ type: 'smallint', nullable: true }) nag_minutes!: number | null;
  @Column({ type: 'text', default: 'normal' }) priority!: 'low' | 'normal' | 'high';
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  @Column({ type: 'text', nullable: true }) link_url!: string | null;
  @Column({ type: 'text', nullable: true }) subject_app!: string | null;
  @Column({ type: 'text', nullable: true }) subject_type!: string | null;
  @Column({ type: 'uuid', nullable: true }) subject_id!: string | null;
  @Column({ type: 'text', default: 'active' }) status!: 'active' | 'paused' | 'done';
  /** The open occurrence's. */
  @Moment({ nullable: true }) next_due_at!: Date | null;
  @Column({ type: 'int', default: 0 }) done_count!: number;
  @Moment({ nullable: true }) done_at!: Date | null;
  @Column({ type: 'text', nullable: true }) request_key!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
