import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Id, Moment } from '../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'broadcasts' })
@Check('broadcasts_status_check', `status IN ('live', 'ended')`)
@Check('broadcasts_ended_check', `(status = 'ended') = (ended_at IS NOT NULL)`)
@Index('broadcasts_live_of_host', ['host_id'], { unique: true, where: `status = 'live'` })
@Index('broadcasts_of_host', ['host_id', 'started_at'])
@Index('broadcasts_live', ['started_at', 'id'], { where: `status = 'live'` })
export class Broadcast {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) host_id!: string;
  @Column({ type: 'text', default: 'live' }) status!: 'live' | 'ended';
  @Moment({ default: () => 'now()' }) started_at!: Date;
  @Moment({ nullable: true }) ended_at!: Date | null;
  /** When he last called, with or without a connection. */
  @Moment({ default: () => 'now()' }) host_seen_at!: Date;
  /** Kept by a trigger. */
  @Column({ type: 'integer', default: 0 }) viewers_count!: number;
}
