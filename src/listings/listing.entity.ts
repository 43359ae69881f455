import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Id, Money, UpdatedAt } from '../platform/database/columns.js';

/** The budget is a plain number that impressions use up; no money moves. */
@Entity({ schema: 'listings', name: 'ads' })
@Check('ads_status_check', `status IN ('pending', 'active', 'rejected', 'paused')`)
@Check('ads_budget_check', 'budget > 0')
@Check('ads_spent_budget_check', 'spent_budget BETWEEN 0 AND budget')
@Index('ads_of_user', ['user_id', 'created_at', 'id'])
@Index('ads_newest', ['created_at', 'id'])
@Index('ads_by_status', ['status', 'created_at', 'id'])
export class Ad {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: 'pending' }) status!: string;
  @Money() budget!: bigint;
  @Money({ default: 0 }) spent_budget!: bigint;
  @Column({ type: 'bigint', default: 0 }) views_count!: string;
  @Column({ type: 'text', nullable: true }) media_url!: string | null;
  @Column({ type: 'text', nullable: true }) target_url!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** The only row of the settings that operators may change. */
@Entity({ schema: 'listings', name: 'settings' })
@Check('settings_id_check', 'id')
@Check('settings_impression_cost_check', 'impression_cost >= 0')
export class ListingSettings {
  @PrimaryColumn({ type: 'boolean', default: true }) id!: boolean;
  /** The part of its budget that an active ad uses up with one impression. */
  @Money({ default: 1 }) impression_cost!: bigint;
}

@Entity({ schema: 'listings', name: 'jobs' })
@Check('jobs_status_check', `status IN ('pending', 'active', 'rejected', 'closed')`)
@Index('jobs_of_user', ['user_id', 'created_at', 'id'])
@Index('jobs_by_status', ['status', 'created_at', 'id'])
@Index('jobs_newest', ['created_at', 'id'])
export class JobOffer {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: 'pending' }) status!: string;
  @Column({ type: 'text' }) location!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'listings', name: 'categories' })
@Index('categories_slug', ['slug'], { unique: true })
export class Category {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('Category', { onDelete: 'SET NULL' })
  @Index()
  parent_id!: string | null;
  @Column({ type: 'text' }) slug!: string;
}
