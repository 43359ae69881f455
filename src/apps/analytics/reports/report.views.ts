import { IsInt, IsNumber, IsString } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Day, ListOf, Nested, Nullable, Optional } from '../../../platform/http/fields.js';
import type { Dimension } from '../entities/site-event.entity.js';

export class TotalsView {
  /** Of each day, added up: the same person is another visitor on the next day. */
  @IsInt() visitors!: number;
  @IsInt() visits!: number;
  @IsInt() pageviews!: number;
  /** Other events than page views. */
  @IsInt() events!: number;
  /** Percent of the visits that have one page view and nothing else. */
  @IsNumber() bounce_rate!: number;
  @IsInt() visit_seconds_avg!: number;
  @IsNumber() views_per_visit!: number;
}

/** The change in percent; null: it was nothing before. */
export class ChangeView {
  @Nullable() @IsNumber() visitors!: number | null;
  @Nullable() @IsNumber() visits!: number | null;
  @Nullable() @IsNumber() pageviews!: number | null;
  @Nullable() @IsNumber() events!: number | null;
  @Nullable() @IsNumber() bounce_rate!: number | null;
  @Nullable() @IsNumber() visit_seconds_avg!: number | null;
  @Nullable() @IsNumber() views_per_visit!: number | null;
}

export class SeriesPoint {
  /** The first day; of an hour or a minute, its first moment. */
  @IsString() at!: string;
  @IsInt() visitors!: number;
  @IsInt() visits!: number;
  @IsInt() pageviews!: number;
  @IsInt() events!: number;
}

export class ValueView {
  @IsString() value!: string;
  @IsInt() visitors!: number;
  /** Of an event: how often it happened. */
  @IsInt() pageviews!: number;
  @IsInt() visits!: number;
}

/** Those that were asked for. */
export class BreakdownsView implements Partial<Record<Dimension, ValueView[]>> {
  @Optional() @ListOf(() => ValueView) page?: ValueView[];
  @Optional() @ListOf(() => ValueView) entry_page?: ValueView[];
  @Optional() @ListOf(() => ValueView) exit_page?: ValueView[];
  @Optional() @ListOf(() => ValueView) referrer?: ValueView[];
  @Optional() @ListOf(() => ValueView) utm_source?: ValueView[];
  @Optional() @ListOf(() => ValueView) utm_medium?: ValueView[];
  @Optional() @ListOf(() => ValueView) utm_campaign?: ValueView[];
  @Optional() @ListOf(() => ValueView) country?: ValueView[];
  @Optional() @ListOf(() => ValueView) device?: ValueView[];
  @Optional() @ListOf(() => ValueView) os?: ValueView[];
  @Optional() @ListOf(() => ValueView) browser?: ValueView[];
  @Optional() @ListOf(() => ValueView) event?: ValueView[];
}

export class GoalFigures {
  @IsString() key!: string;
  @IsString() name!: string;
  @IsInt() conversions!: number;
  @IsInt() visitors!: number;
  /** Percent of all visitors. */
  @IsNumber() rate!: number;
}

export class ReportView {
  @Day() from!: string;
  @Day() to!: string;
  @IsString() timezone!: string;
  @Nested(() => TotalsView) totals!: TotalsView;
  @Nullable() @Nested(() => ChangeView) compare!: ChangeView | null;
  @ListOf(() => SeriesPoint) series!: SeriesPoint[];
  @Nested(() => BreakdownsView) breakdowns!: BreakdownsView;
  @ListOf(() => GoalFigures) goals!: GoalFigures[];
  /** Seen in the last five minutes. */
  @IsInt() current_visitors!: number;
}

export class ReportResult extends answerWith('report', () => ReportView) {}
