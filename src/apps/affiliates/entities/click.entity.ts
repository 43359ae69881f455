import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { DayFigures, RollUpState } from '../../../web-events/counted-event.entity.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Affiliate } from './affiliate.entity.js';

@Entity({ schema: 'ext_affiliates', name: 'clicks' })
@Unique('clicks_token_key', ['token'])
@Unique('clicks_once_key', ['affiliate_id', 'visitor_hash', 'half_hour'])
@Index('clicks_of_affiliate', ['affiliate_id', 'created_at'])
@Index('clicks_expiring', ['expires_at'])
export class AffiliateClick {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Affiliate, { onDelete: 'CASCADE' }) affiliate_id!: string;
  /** 22 characters; what `ref` says on the landing page. */
  @Column({ type: 'text' }) token!: string;
  @Column({ type: 'text' }) visitor_hash!: string;
  /** The half hour since 1970 in which the visitor came: two visits at once are one click. */
  @Column({ type: 'int' }) half_hour!: number;
  /** Where on the merchant's site the visitor was sent. */
  @Column({ type: 'text' }) path!: string;
  @Column({ type: 'text', nullable: true }) referrer_host!: string | null;
  @Moment() expires_at!: Date;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_affiliates', name: 'click_days' })
@Unique('click_days_affiliate_id_day_key', ['affiliate_id', 'day'])
@Index('click_days_day', ['day'])
export class ClickDay extends DayFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Affiliate, { onDelete: 'CASCADE' }) affiliate_id!: string;
  @Column({ type: 'int' }) clicks!: number;
  @Column({ type: 'int' }) visitors!: number;
}

@Entity({ schema: 'ext_affiliates', name: 'rollup_state' })
export class ClickRollupState extends RollUpState {}

export const REFERRED_BY = ['click', 'code'] as const;

/** By what a buyer was attributed to an affiliate when they ordered: the sale is recorded later, when it is paid. */
@Entity({ schema: 'ext_affiliates', name: 'referrals' })
@Unique('referrals_key', ['affiliate_id', 'buyer_id', 'app_slug', 'item_id'])
@Index('referrals_of_buyer', ['buyer_id'])
export class Referral {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Affiliate, { onDelete: 'CASCADE' }) affiliate_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) buyer_id!: string;
  @Column({ type: 'text' }) app_slug!: string;
  @Column({ type: 'uuid' }) item_id!: string;
  @Choice(REFERRED_BY) matched_by!: (typeof REFERRED_BY)[number];
  @Column({ type: 'uuid', nullable: true }) click_id!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
