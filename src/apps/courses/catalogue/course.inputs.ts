import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { Instant, Nullable, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Currency } from '../../../platform/money/amount.field.js';
import { Price } from '../../kernel/selling/prices.js';
import type { Course } from '../entities/course.entity.js';

export const LEVELS = ['beginner', 'intermediate', 'advanced', 'all'] as const;
/** As in `en` or `pt-BR`. */
export const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

export class CourseFields {
  @Optional() @Written(0, 300) subtitle?: string;
  @Optional() @Written(0, 20_000) description?: string;
  @Optional() @Matches(LANGUAGE) language?: string;
  @Optional() @IsIn(LEVELS) level?: Course['level'];
  @Optional() @Nullable() @Uuid() category_id?: string | null;
  @Optional()
  @IsArray()
  @ArrayMaxSize(10)
  @Written(1, 30, { each: true })
  tags?: string[];
  @Optional() @Price() price?: number;
  @Optional() @Currency() currency?: string;
}

/** What a course has only when it is there. */
export class CourseOptions extends CourseFields {
  @Optional() @Written(1, 200) title?: string;
  @Optional() @Nullable() @Uuid() cover_file_id?: string | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(100_000) max_students?: number | null;
  @Optional() @Nullable() @Instant() enrollment_opens_at?: string | null;
  @Optional() @Nullable() @Instant() enrollment_closes_at?: string | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(3650) access_days?: number | null;
  @Optional() @IsBoolean() sequential?: boolean;
  @Optional() @IsInt() @Min(1) @Max(100) completion_percent?: number;
  @Optional() @IsArray() @ArrayMaxSize(5) @Uuid({ each: true }) prerequisite_course_ids?: string[];
  @Optional() @IsBoolean() comments_enabled?: boolean;
  @Optional() @Nullable() @Uuid() certificate_template_id?: string | null;
}
