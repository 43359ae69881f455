import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import type { Hours, WeeklyHours } from '../../kernel/calendar/open-hours.js';

export interface BlockedTime {
  starts_at: string;
  ends_at: string;
  note?: string;
}

/** When a host can be booked. */
@Entity({ schema: 'ext_live_sessions', name: 'schedules' })
@Index('schedules_owner', ['owner_id'], { unique: true })
@Index('schedules_feed', ['feed_token'], { unique: true })
export class Schedule {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) timezone!: string;
  @Column({ type: 'jsonb', default: {} }) weekly!: WeeklyHours;
  @Column({ type: 'jsonb', default: [] }) overrides!: Hours['overrides'];
  @Column({ type: 'jsonb', default: [] }) blocked!: BlockedTime[];
  @Column({ type: 'char', length: 32 }) feed_token!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
