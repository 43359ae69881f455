import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../../platform/database/columns.js';

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
