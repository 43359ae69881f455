import { IsBoolean, IsInt, IsString } from 'class-validator';
import { Day, ListOf, Nested, Nullable, Optional, Time } from '../../../platform/http/fields.js';
import { TargetView } from '../pixels.views.js';

class DayFigures {
  @Day() day!: string;
  @IsInt() events!: number;
  @IsInt() visitors!: number;
}

export class ValueFigures {
  @IsString() value!: string;
  @IsInt() events!: number;
  @IsInt() visitors!: number;
}

export class TargetFigures extends ValueFigures {
  /** Null: the pixel is no longer attached there. `value` is the id of the attachment. */
  @Nullable() @Nested(() => TargetView) target!: TargetView | null;
}

export class PixelStatsView {
  @IsInt() events!: number;
  /** Summed over days: who came on two days is two. */
  @IsInt() visitors!: number;
  @ListOf(() => DayFigures) series!: DayFigures[];
  /** Fetched by proxies of mail services. This and the lists are left out for one reference. */
  @Optional() @IsInt() proxied?: number;
  @Optional() @ListOf(() => ValueFigures) by_event?: ValueFigures[];
  @Optional() @ListOf(() => ValueFigures) by_ref?: ValueFigures[];
  @Optional() @ListOf(() => ValueFigures) by_host?: ValueFigures[];
  @Optional() @ListOf(() => TargetFigures) by_target?: TargetFigures[];
  @Optional() @ListOf(() => ValueFigures) countries?: ValueFigures[];
  @Optional() @ListOf(() => ValueFigures) devices?: ValueFigures[];
}

export class PixelEventView {
  @IsString() name!: string;
  @Nullable() @IsString() ref!: string | null;
  @Nullable() @IsString() host!: string | null;
  /** Null: the picture, or a target that the pixel is no longer attached to. */
  @Nullable() @Nested(() => TargetView) target!: TargetView | null;
  @Nullable() @IsString() country!: string | null;
  @Nullable() @IsString() device!: string | null;
  @IsBoolean() is_proxied!: boolean;
  @Time() created_at!: Date;
}

export class DroppedView {
  @IsInt() bot!: number;
  @IsInt() host_not_allowed!: number;
  @IsInt() paused!: number;
  @IsInt() opted_out!: number;
  @IsInt() rate_limited!: number;
}
