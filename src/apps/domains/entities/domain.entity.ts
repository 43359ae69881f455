import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, DayText } from '../../kernel/rows/columns.js';

export const STATUSES = ['pending', 'verified', 'failed', 'lapsed', 'removed'] as const;
/** What a list may ask for: a removed domain is in none. */
export const LISTED = ['pending', 'verified', 'failed', 'lapsed'] as const;
export const ROUTINGS = ['unknown', 'ok', 'proxied', 'wrong', 'missing'] as const;
export type Routing = (typeof ROUTINGS)[number];
export const TARGETS = ['shortlinks', 'biolinks', 'blog', 'redirect'] as const;
export type TargetApp = (typeof TARGETS)[number];
export const PROBLEMS = [
  'txt_missing',
  'txt_mismatch',
  'dns_error',
  'routing_missing',
  'routing_wrong',
  'held_by_other',
] as const;
export type Problem = (typeof PROBLEMS)[number];

@Entity({ schema: 'ext_domains', name: 'domains' })
@Check('domains_status_check', `status IN ('pending', 'verified', 'failed', 'lapsed', 'removed')`)
@Check('domains_routing_check', `routing IN ('unknown', 'ok', 'proxied', 'wrong', 'missing')`)
@Check('domains_target_app_check', `target_app IN ('shortlinks', 'biolinks', 'blog', 'redirect')`)
@Check('domains_target_id', `(target_id IS NOT NULL) = coalesce(target_app IN ('biolinks', 'blog'), false)`)
@Check('domains_redirect_url', `(redirect_url IS NOT NULL) = coalesce(target_app = 'redirect', false)`)
@Unique('domains_owner_id_host_key', ['owner_id', 'host'])
@Index('domains_of_owner', ['owner_id', 'created_at', 'id'])
// Partial: made by hand in the migration.
@Index('domains_verified_host', { synchronize: false })
@Index('domains_due', { synchronize: false })
@Index('domains_target', { synchronize: false })
export class Domain {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  /** In lower case and as punycode. */
  @Column({ type: 'text' }) host!: string;
  @Column({ type: 'boolean' }) is_apex!: boolean;
  @Choice(STATUSES, { default: 'pending' }) status!: (typeof STATUSES)[number];
  /** Part of the value of the TXT record that proves the host. */
  @Column({ type: 'text' }) token!: string;
  @Choice(ROUTINGS, { default: 'unknown' }) routing!: Routing;
  @Choice(TARGETS, { nullable: true }) target_app!: TargetApp | null;
  @Column({ type: 'uuid', nullable: true }) target_id!: string | null;
  @Column({ type: 'text', nullable: true }) redirect_url!: string | null;
  @Column({ type: 'text', nullable: true }) root_url!: string | null;
  @Column({ type: 'text', nullable: true }) not_found_url!: string | null;
  @Moment({ nullable: true }) verified_at!: Date | null;
  @Moment({ nullable: true }) mapped_at!: Date | null;
  @Moment({ nullable: true }) last_checked_at!: Date | null;
  @Moment({ nullable: true }) next_check_at!: Date | null;
  /** Since when every check has found neither proof nor traffic. */
  @Moment({ nullable: true }) bad_since!: Date | null;
  @DayText({ nullable: true }) last_seen_on!: string | null;
  /** Scheduled checks since the schedule began. */
  @Column({ type: 'int', default: 0 }) check_count!: number;
  @Column({ type: 'text', nullable: true }) last_problem!: Problem | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const DOMAIN = { entity: Domain, by: 'domain_id' };
