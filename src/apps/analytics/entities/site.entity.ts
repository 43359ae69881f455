import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';

export const SITE_STATUSES = ['active', 'paused'] as const;
export const GOAL_KINDS = ['page', 'event'] as const;

@Entity({ schema: 'ext_analytics', name: 'sites' })
@Check('sites_status_check', `status IN ('active', 'paused')`)
@Unique('sites_site_key_key', ['site_key'])
@Unique('sites_owner_id_domain_key', ['owner_id', 'domain'])
@Index('sites_of_owner', ['owner_id', 'created_at', 'id'])
// Partial: made by hand in the migration.
@Index('sites_share_token', { synchronize: false })
export class Site {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) domain!: string;
  @Column({ type: 'text', array: true, default: '{}' }) extra_hosts!: string[];
  @Column({ type: 'text', default: 'UTC' }) timezone!: string;
  /** The zone that counts until `timezone_changed_at`, which is the first midnight in the new zone. */
  @Column({ type: 'text', nullable: true }) timezone_before!: string | null;
  @Moment({ nullable: true }) timezone_changed_at!: Date | null;
  @Column({ type: 'text' }) site_key!: string;
  @Column({ type: 'text', array: true, default: '{}' }) excluded_paths!: string[];
  @Choice(SITE_STATUSES, { default: 'active' }) status!: (typeof SITE_STATUSES)[number];
  @Column({ type: 'text', nullable: true }) share_token!: string | null;
  /** The last local day whose figures are in the day tables. */
  @Column({ type: 'date', nullable: true }) rolled_through!: string | null;
  /** The values of the open day are in the day table for the events before this moment. */
  @Moment({ nullable: true }) counted_until!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** The key is what the owner calls it by: a goal with the same key keeps its figures. */
@Entity({ schema: 'ext_analytics', name: 'goals' })
@Check('goals_kind_check', `kind IN ('page', 'event')`)
@Unique('goals_site_id_key_key', ['site_id', 'key'])
export class Goal {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Site, { onDelete: 'CASCADE' }) site_id!: string;
  /** Its place in the list that the owner gave. */
  @Column({ type: 'smallint' }) position!: number;
  @Column({ type: 'text' }) key!: string;
  @Column({ type: 'text' }) name!: string;
  @Choice(GOAL_KINDS) kind!: (typeof GOAL_KINDS)[number];
  /** A path, in which `*` stands for any text, or the name of an event. */
  @Column({ type: 'text' }) match!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'ext_analytics', name: 'funnels' })
@Unique('funnels_site_id_key_key', ['site_id', 'key'])
export class Funnel {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Site, { onDelete: 'CASCADE' }) site_id!: string;
  @Column({ type: 'smallint' }) position!: number;
  @Column({ type: 'text' }) key!: string;
  @Column({ type: 'text' }) name!: string;
  /** The keys of goals. */
  @Column({ type: 'text', array: true }) steps!: string[];
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
