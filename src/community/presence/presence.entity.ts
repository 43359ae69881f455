import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';
import type { PresenceStatus } from '../../realtime/presence-keeper.port.js';

@Entity({ schema: 'community', name: 'presence' })
@Check('presence_status_check', `status IN ('online', 'away', 'dnd', 'offline')`)
export class Presence {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text' }) status!: PresenceStatus;
  @Moment({ default: () => 'now()' }) last_seen!: Date;
  /** Offline because he said so: then nobody is told when he was last seen. */
  @Column({ type: 'boolean', default: false }) is_hidden!: boolean;
}
