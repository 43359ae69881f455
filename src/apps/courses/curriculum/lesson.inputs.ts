import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { ArrayUnique, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { LESSON_KINDS, type LessonKind } from './lesson.entity.js';

export class LessonFields {
  @Optional() @Written(0, 100_000) body?: string;
  @Optional() @Nullable() @Uuid() file_id?: string | null;
  @Optional() @IsArray() @ArrayMaxSize(20) @ArrayUnique() @Uuid({ each: true }) attachment_ids?: string[];
  @Optional() @Nullable() @Uuid() ref_id?: string | null;
  @Optional() @IsInt() @Min(0) @Max(86_400) duration_seconds?: number;
  @Optional() @IsBoolean() preview?: boolean;
  @Optional() @IsBoolean() required?: boolean;
  @Optional() @IsBoolean() published?: boolean;
  @Optional() @IsBoolean() notify_students?: boolean;
}

export class NewLesson extends LessonFields {
  @Uuid() module_id!: string;
  @Written(1, 200) title!: string;
  @IsIn(LESSON_KINDS) kind!: LessonKind;
}

export class ChangedLesson extends LessonFields {
  @Uuid() lesson_id!: string;
  @Optional() @Written(1, 200) title?: string;
}
