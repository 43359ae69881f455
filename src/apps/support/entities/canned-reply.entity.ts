import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';

export const CANNED_STATUSES = ['active', 'archived'] as const;

@Entity({ schema: 'ext_support', name: 'canned_replies' })
@Check('canned_replies_status_check', `status IN ('active', 'archived')`)
@Index('canned_replies_shortcut', ['owner_id', 'shortcut'], { unique: true })
// Descending: made by hand in the migration.
@Index('canned_replies_most_used', { synchronize: false })
export class CannedReply {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) shortcut!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'int', default: 0 }) uses!: number;
  @Column({ type: 'text', default: 'active' }) status!: (typeof CANNED_STATUSES)[number];
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
