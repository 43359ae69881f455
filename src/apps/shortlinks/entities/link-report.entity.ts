import { Check, Column, Entity, ForeignKey, Unique } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Link } from './link.entity.js';

export const REASONS = ['phishing', 'malware', 'spam', 'other'] as const;
export type ReportReason = (typeof REASONS)[number];

/** What visitors say of a link, until an admin has decided. */
@Entity({ schema: 'ext_shortlinks', name: 'link_reports' })
@Check('link_reports_reason_check', `reason IN ('phishing', 'malware', 'spam', 'other')`)
@Unique('link_reports_link_id_reporter_hash_key', ['link_id', 'reporter_hash'])
export class LinkReport {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Link, { onDelete: 'CASCADE' }) link_id!: string;
  @Choice(REASONS) reason!: ReportReason;
  @Column({ type: 'text', nullable: true }) details!: string | null;
  @Column({ type: 'bytea' }) reporter_hash!: Buffer;
  @CreatedAt() created_at!: Date;
}
