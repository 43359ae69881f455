import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../platform/http/fields.js';
import { viewOf } from '../kernel/rows/view.js';
import { LinkReport } from './entities/link-report.entity.js';
import { Link } from './entities/link.entity.js';
import { LinkRule, REDIRECTS, Utm } from './link.inputs.js';

export const STATES = ['active', 'not_started', 'paused', 'archived', 'expired', 'used_up', 'blocked'] as const;
export type LinkState = (typeof STATES)[number];

/** `url` is the destination with its UTM. */
export class LinkView extends viewOf(Link, { without: ['password_hash', 'clicks_closed', 'redirect_status'] }) {
  /** Null when the domain of the link was removed. */
  @Nullable() @IsString() short_url!: string | null;
  @IsIn(STATES) state!: LinkState;
  @IsIn(REDIRECTS) redirect_status!: number;
  @Nullable() @Nested(() => Utm) declare utm: Utm | null;
  @ListOf(() => LinkRule) declare rules: LinkRule[];
  @IsBoolean() has_password!: boolean;
  @IsInt() clicks!: number;
}

export class LinkDetails extends LinkView {
  /** Of this day in UTC. */
  @IsInt() clicks_today!: number;
  /** The pixels that are attached to the link. */
  @Uuid({ each: true }) pixel_ids!: string[];
}

class ReportView extends viewOf(LinkReport, { only: ['reason', 'details', 'created_at'] }) {}

export class ReportsView {
  @IsInt() count!: number;
  @ListOf(() => ReportView) latest!: ReportView[];
}

export class ListedLink extends LinkView {
  /** For admins who ask for the reported links. */
  @Optional() @Nested(() => ReportsView) reports?: ReportsView;
}
