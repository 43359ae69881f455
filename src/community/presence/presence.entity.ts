import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Moment } from '../../platform/database/columns.js';
import type { PresenceStatus } from '../../realtime/extension-points.js';

@Entity({ schema: 'community', name: 'presence' })
@Check('presence_status_check', `status IN ('online', 'away', 'dnd', 'offline')`)
export class Presence {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text' }) status!: PresenceStatus;
  @Moment({ default: () => 'now()' }) last_seen!: Date;
  /** The user chose to be offline: others do not see when the user was there last. */
  @Column({ type: 'boolean', default: false }) is_hidden!: boolean;
}
