import { ArrayMaxSize, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ArrayUnique, Chars, ListOf, Optional, Uuid } from '../../../platform/http/fields.js';
import { CalendarDay } from '../../kernel/calendar/time.fields.js';
import { type Dimension, DIMENSIONS } from '../entities/site-event.entity.js';
import { COMPARISONS, type Comparison, type Interval, INTERVALS, type Period, PERIODS } from './periods.js';

const OPERATORS = ['is', 'is_not', 'contains'] as const;

export class Filter {
  @IsIn(DIMENSIONS) dimension!: Dimension;
  @IsIn(OPERATORS) op!: (typeof OPERATORS)[number];
  @Chars(1, 512) value!: string;
}

export const Filters = () =>
  applyDecorators(
    Optional(),
    ListOf(() => Filter),
    ArrayMaxSize(5),
  );

export class ReportInput {
  @Uuid() site_id!: string;
  /** `30d` if neither a period nor days are given. */
  @Optional() @IsIn(PERIODS) period?: Period;
  @Optional() @CalendarDay() from?: string;
  @Optional() @CalendarDay() to?: string;
  @Optional() @IsIn(COMPARISONS) compare?: Comparison;
  @Optional() @IsIn(INTERVALS) interval?: Interval;
  @Optional() @IsArray() @ArrayMaxSize(6) @ArrayUnique() @IsIn(DIMENSIONS, { each: true }) breakdowns?: Dimension[];
  @Optional() @IsInt() @Min(1) @Max(100) breakdown_limit?: number;
  @Filters() filters?: Filter[];
}
