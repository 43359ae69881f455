import { Check, Column, type ColumnOptions, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';

export const REPEAT_FROM = ['schedule', 'completion'] as const;
export const PRIORITIES = ['low', 'normal', 'high'] as const;
export const REMINDER_STATUSES = ['active', 'paused', 'done'] as const;
export const OPEN_STATUSES = ['upcoming', 'due', 'snoozed'] as const;
export const CLOSED_STATUSES = ['completed', 'skipped', 'missed'] as const;
export const OCCURRENCE_STATUSES = [...OPEN_STATUSES, ...CLOSED_STATUSES] as const;

/** The time of a wall clock to the second, such as `2030-01-31T09:00:00`. It belongs to no zone, so it is text. */
const LocalTime = (options: ColumnOptions = {}) =>
  Column({
    type: 'timestamp',
    transformer: {
      from: (stored: string | string[]) =>
        Array.isArray(stored) ? stored.map(toSeconds).toSorted() : toSeconds(stored),
      to: (given: unknown) => given,
    },
    ...options,
  });
const toSeconds = (text: string) => text.slice(0, 19);

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
  @LocalTime({ precision: 3 }) start_local!: string;
  @Column({ type: 'text' }) timezone!: string;
  @Column({ type: 'boolean', default: false }) all_day!: boolean;
  @Column({ type: 'varchar', length: 500, nullable: true }) rrule!: string | null;
  @Choice(REPEAT_FROM, { default: 'schedule' }) repeat_from!: (typeof REPEAT_FROM)[number];
  @LocalTime({ array: true, default: '{}' }) exdates!: string[];
  /** Minutes before. */
  @Column({ type: 'int', array: true, default: '{0}' }) alerts!: number[];
  @Column({ type: 'smallint', nullable: true }) nag_minutes!: number | null;
  @Choice(PRIORITIES, { default: 'normal' }) priority!: (typeof PRIORITIES)[number];
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  @Column({ type: 'text', nullable: true }) link_url!: string | null;
  @Column({ type: 'text', nullable: true }) subject_app!: string | null;
  @Column({ type: 'text', nullable: true }) subject_type!: string | null;
  @Column({ type: 'uuid', nullable: true }) subject_id!: string | null;
  @Choice(REMINDER_STATUSES, { default: 'active' }) status!: (typeof REMINDER_STATUSES)[number];
  /** The open occurrence's. */
  @Moment({ nullable: true }) next_due_at!: Date | null;
  @Column({ type: 'int', default: 0 }) done_count!: number;
  @Moment({ nullable: true }) done_at!: Date | null;
  @Column({ type: 'text', nullable: true }) request_key!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const REMINDER = { entity: Reminder, by: 'reminder_id' };

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
  /** The second of two at the same time is stored a millisecond later. */
  @LocalTime({ precision: 3 }) scheduled_local!: string;
  @Moment() due_at!: Date;
  @Choice(OCCURRENCE_STATUSES, { default: 'upcoming' }) status!: (typeof OCCURRENCE_STATUSES)[number];
  @Moment({ nullable: true }) snoozed_until!: Date | null;
  /** When its time came. */
  @Moment({ nullable: true }) fired_at!: Date | null;
  @Moment({ nullable: true }) completed_at!: Date | null;
  @Column({ type: 'smallint', default: 0 }) nags_sent!: number;
  /** Its position in the recurrence rule, from 1. */
  @Column({ type: 'int', default: 1 }) number!: number;
  /** When it changes by itself: it becomes due, or the one that follows takes its place. */
  @Moment({ nullable: true }) wakes_at!: Date | null;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_reminders', name: 'deliveries' })
@Check('deliveries_kind_check', `kind IN ('alert', 'nag', 'snooze')`)
@Unique('deliveries_occurrence_id_kind_fire_at_key', ['occurrence_id', 'kind', 'fire_at'])
@Index('deliveries_waiting', ['fire_at'], { where: 'sent_at IS NULL AND dropped_at IS NULL' })
@Index('deliveries_sent', ['sent_at'], { where: 'sent_at IS NOT NULL' })
export class ReminderDelivery {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('ReminderOccurrence', { onDelete: 'CASCADE' }) occurrence_id!: string;
  @Column({ type: 'text' }) kind!: 'alert' | 'nag' | 'snooze';
  @Moment() fire_at!: Date;
  @Moment({ nullable: true }) sent_at!: Date | null;
  @Moment({ nullable: true }) dropped_at!: Date | null;
  @CreatedAt() created_at!: Date;
}
