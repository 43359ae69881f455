import { IsInt, IsString } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Required, Time, Uuid } from '../../platform/http/input/fields.js';

export class CensorInput {
  /** A regular expression in RE2 syntax, at most 500 characters; it ignores case. */
  @Required('Pattern is required') @IsString() pattern!: string;
  /** Literal text without references to groups. */
  @Optional() @Chars(0, 200) replacement?: string;
}

export class CensorPreviewInput extends CensorInput {
  @Chars(0, 10_000) text!: string;
}

class CensorView {
  @Uuid() id!: string;
  @IsString() pattern!: string;
  @IsString() replacement!: string;
  @Time() created_at!: Date;
}

export class CensorAnswer {
  @Nested(() => CensorView) censor!: CensorView;
}

export class CensorsAnswer {
  @ListOf(() => CensorView) censors!: CensorView[];
  @Nullable() @IsString() next_cursor!: string | null;
}

export class CensorPreviewAnswer {
  @IsString() text!: string;
  @IsInt() matches!: number;
}
