import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../../platform/database/columns.js';

@Entity({ schema: 'ext_reminders', name: 'occurrences' })
@Check('occurrences_status_check', `status IN ('upcoming', 'due', 'snoozed', 'completed', 'skipped', 'missed')`)
@Unique('occurrences_reminder_id_scheduled_local_key', ['reminder_id', 'scheduled_local'])
@Index('occurrences_open', ['reminder_id'], {
  unique: true,
  where: `status IN ('upcoming', 'due', 'snoozed')`,
})
@Index('occurrences_of_owner', ['owner_id', 'due_at'])
@Index('occurrences_waking', ['wakes_at'], { where: 'wakes_at IS NOT NULL' })
@Index('occurrences_old', ['due_at'])
export class ReminderOccurrence {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('Reminder', { onDelete: 'CASCADE' }) reminder_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  /** By the clock on the wall; one that comes a second time there is a millisecond later. */
  @Column({ type: 'timestamp', precision: 3 }) scheduled_local!: string;
  @Moment() due_at!: Date;
  @Column({ type: 'text', default: 'upcoming' })
  status!: 'upcoming' | 'due' | 'snoozed' | 'completed' | 'skipped' | 'missed';
  @Moment({ nullable: true }) snoozed_until!: Date | null;
  /** When its time came. */
  @Moment({ nullable: true }) fired_at!: Date | null;
  @Moment({ nullable: true }) completed_at!: Date | null;
  @Column({ type: 'smallint', default: 0 }) nags_sent!: number;
  /** The how manieth of its rule. */
  @Column({ type: 'int', default: 1 }) number!: number;
  /** When it changes by itself: it becomes due, or the one that follows takes its place. */
  @Moment({ nullable: true }) wakes_at!: Date | null;
  @CreatedAt() created_at!: Date;
}
