import { IsArray, IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { Day, ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import { REASONS } from './entities/link-report.entity.js';
import { STATUSES } from './entities/link.entity.js';
import { LinkRule, Utm } from './link.inputs.js';
import { REDIRECTS } from './redirect-statuses.js';

export const STATES = ['active', 'not_started', 'paused', 'archived', 'expired', 'used_up', 'blocked'] as const;
export type LinkState = (typeof STATES)[number];

export class LinkView {
  @Uuid() id!: string;
  @Uuid() owner_id!: string;
  @Nullable() @Uuid() domain_id!: string | null;
  @IsString() slug!: string;
  /** Null where its domain is no more. */
  @Nullable() @IsString() short_url!: string | null;
  /** With its UTM. */
  @IsString() url!: string;
  @Nullable() @IsString() title!: string | null;
  @Nullable() @IsString() external_id!: string | null;
  @IsString({ each: true }) tags!: string[];
  @IsIn(STATUSES) status!: string;
  @IsIn(STATES) state!: LinkState;
  @IsIn(REDIRECTS) redirect_status!: number;
  @IsBoolean() forward_query!: boolean;
  @Nullable() @Nested(() => Utm) utm!: Utm | null;
  @IsArray() @ListOf(() => LinkRule) rules!: LinkRule[];
  @IsBoolean() has_password!: boolean;
  @Nullable() @Time() starts_at!: Date | null;
  @Nullable() @Time() expires_at!: Date | null;
  @Nullable() @IsString() expired_url!: string | null;
  @Nullable() @IsInt() max_clicks!: number | null;
  @IsInt() clicks_used!: number;
  @IsInt() clicks!: number;
  @Nullable() @Time() warned_at!: Date | null;
  @Nullable() @Time() blocked_at!: Date | null;
  @Nullable() @IsString() blocked_reason!: string | null;
  @Nullable() @Time() url_checked_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class LinkDetails extends LinkView {
  /** Of this day in UTC. */
  @IsInt() clicks_today!: number;
  /** Of the pixels that are attached to it. */
  @Uuid({ each: true }) pixel_ids!: string[];
}

class ReportView {
  @IsIn(REASONS) reason!: string;
  @Nullable() @IsString() details!: string | null;
  @Time() created_at!: Date;
}

export class ReportsView {
  @IsInt() count!: number;
  @ListOf(() => ReportView) latest!: ReportView[];
}

export class ListedLink extends LinkView {
  /** For admins who ask for what was reported. */
  @Optional() @Nested(() => ReportsView) reports?: ReportsView;
}

class DayFigures {
  @Day() day!: string;
  @IsInt() clicks!: number;
  @IsInt() visitors!: number;
}

export class ValueFigures {
  @IsString() value!: string;
  @IsInt() clicks!: number;
  @IsInt() visitors!: number;
}

export class LinkStatsView {
  @IsInt() clicks!: number;
  /** Summed over days: who came on two days is two. */
  @IsInt() visitors!: number;
  @ListOf(() => DayFigures) series!: DayFigures[];
  @ListOf(() => ValueFigures) referrers!: ValueFigures[];
  @ListOf(() => ValueFigures) countries!: ValueFigures[];
  @ListOf(() => ValueFigures) devices!: ValueFigures[];
  @ListOf(() => ValueFigures) os!: ValueFigures[];
  @ListOf(() => ValueFigures) browsers!: ValueFigures[];
  /** `default`, or the index of the rule that led there. */
  @ListOf(() => ValueFigures) destinations!: ValueFigures[];
}
