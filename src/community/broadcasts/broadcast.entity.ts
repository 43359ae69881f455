import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
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
  /** The host's last request to the API, with or without a realtime connection. */
  @Moment({ default: () => 'now()', select: false }) host_seen_at!: Date;
  /** A trigger keeps the count. */
  @Column({ type: 'integer', default: 0, select: false }) viewers_count!: number;
}

@Entity({ schema: 'community', name: 'broadcast_viewers' })
export class BroadcastViewer {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Broadcast', { onDelete: 'CASCADE' })
  broadcast_id!: string;
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('broadcast_viewers_of_user')
  user_id!: string;
  @Moment({ default: () => 'now()' }) joined_at!: Date;
}
