import { Check, Column, Entity, Index } from 'typeorm';
import { CreatedAt, Id } from '../../platform/database/columns.js';
import type { BlacklistType } from './folding.js';

@Entity({ schema: 'moderation', name: 'blacklist' })
@Check('blacklist_type_check', `type IN ('email', 'ip', 'domain', 'username')`)
@Index('blacklist_once', ['type', 'folded'], { unique: true })
@Index('blacklist_newest', ['created_at', 'id'])
export class BlacklistEntry {
  @Id() id!: string;
  @Column({ type: 'text' }) type!: BlacklistType;
  /** The spelling that staff entered. */
  @Column({ type: 'text' }) value!: string;
  /** The form in which values are compared. */
  @Column({ type: 'text' }) folded!: string;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  @CreatedAt() created_at!: Date;
}
