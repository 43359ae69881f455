import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import type { LinkRule, REDIRECTS, Utm } from '../link.inputs.js';
import { Choice } from '../../kernel/rows/columns.js';

export const STATUSES = ['active', 'paused', 'archived'] as const;

@Entity({ schema: 'ext_shortlinks', name: 'links' })
@Check('links_status_check', `status IN ('active', 'paused', 'archived')`)
@Check('links_redirect_status_check', 'redirect_status IN (301, 302, 307, 308)')
@Check('links_max_clicks_check', 'max_clicks > 0')
@Index('links_external_id', ['owner_id', 'external_id'], { unique: true })
@Index('links_of_owner', ['owner_id', 'created_at', 'id'])
@Index('links_by_clicks', ['owner_id', 'clicks_closed', 'id'])
// Partial, on expressions and by words: made by hand in the migration.
@Index('links_slug', { synchronize: false })
@Index('links_domain_slug', { synchronize: false })
@Index('links_tags', { synchronize: false })
@Index('links_domains', { synchronize: false })
@Index('links_address', { synchronize: false })
export class Link {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  /** Of the app `domains`; null: the platform's short host. */
  @Column({ type: 'uuid', nullable: true }) domain_id!: string | null;
  @Column({ type: 'text' }) slug!: string;
  /** With its UTM: as visitors are sent there. */
  @Column({ type: 'text' }) url!: string;
  @Column({ type: 'text', nullable: true }) title!: string | null;
  @Column({ type: 'text', nullable: true }) external_id!: string | null;
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  @Choice(STATUSES, { default: 'active' }) status!: (typeof STATUSES)[number];
  @Column({ type: 'smallint', default: 302 }) redirect_status!: (typeof REDIRECTS)[number];
  @Column({ type: 'boolean', default: false }) forward_query!: boolean;
  @Column({ type: 'jsonb', nullable: true }) utm!: Utm | null;
  @Column({ type: 'jsonb', default: [] }) rules!: LinkRule[];
  @Column({ type: 'text', nullable: true }) password_hash!: string | null;
  @Moment({ nullable: true }) starts_at!: Date | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Column({ type: 'text', nullable: true }) expired_url!: string | null;
  @Column({ type: 'int', nullable: true }) max_clicks!: number | null;
  @Column({ type: 'int', default: 0 }) clicks_used!: number;
  /** Of all days that are counted. */
  @Column({ type: 'bigint', default: 0 }) clicks_closed!: string;
  @Moment({ nullable: true }) warned_at!: Date | null;
  @Moment({ nullable: true }) blocked_at!: Date | null;
  @Column({ type: 'text', nullable: true }) blocked_reason!: string | null;
  @Moment({ nullable: true }) url_checked_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** A slug that was printed somewhere: only who had it can take it again. Kept by a trigger of the links. */
@Entity({ schema: 'ext_shortlinks', name: 'retired_slugs' })
@Index('retired_slugs_of_owner', ['owner_id'])
@Index('retired_slugs_slug', { synchronize: false })
@Index('retired_slugs_domain_slug', { synchronize: false })
export class RetiredSlug {
  @Id() id!: string;
  @Column({ type: 'uuid', nullable: true }) domain_id!: string | null;
  @Column({ type: 'text' }) slug!: string;
  /** When the owner's account is deleted, nobody can take the slug. */
  @Column({ type: 'uuid' }) owner_id!: string;
  @CreatedAt() created_at!: Date;
}
