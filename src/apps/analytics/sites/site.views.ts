import { IsBoolean, IsInt, IsString } from 'class-validator';
import { ListOf, Nullable, Time } from '../../../platform/http/fields.js';
import { viewOf } from '../../kernel/rows/view.js';
import { Funnel, Goal, Site } from '../entities/site.entity.js';

export class GoalView extends viewOf(Goal, { only: ['key', 'name', 'kind', 'match'] }) {}
export class FunnelView extends viewOf(Funnel, { only: ['key', 'name', 'steps'] }) {}

/** `timezone_changed_at` is when the time zone begins to count, if it was changed. */
export class SiteView extends viewOf(Site, { without: ['timezone_before', 'rolled_through', 'counted_until'] }) {
  @IsBoolean() shared!: boolean;
  /** The address of the dashboard; null: it is not shared. */
  @Nullable() @IsString() share_url!: string | null;
  @ListOf(() => GoalView) goals!: GoalView[];
  @ListOf(() => FunnelView) funnels!: FunnelView[];
}

export class ListedSite extends SiteView {
  @IsString() snippet!: string;
  @IsInt() visitors_today!: number;
  @Nullable() @Time() last_event_at!: Date | null;
}
