import { IsIn, IsString } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';

export class JobInput {
  @Chars(1, 300) title!: string;
  @Chars(1, 200) location!: string;
  @Optional() @Nullable() @Chars(0, 10_000) description?: string | null;
}

class Poster {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
}

class JobView {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(['pending', 'active', 'rejected', 'closed']) status!: string;
  @IsString() location!: string;
  @Nullable() @IsString() description!: string | null;
  @Nested(() => Poster) poster!: Poster;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class JobAnswer {
  @Nested(() => JobView) job!: JobView;
}

export class JobsAnswer {
  @ListOf(() => JobView) jobs!: JobView[];
  @Nullable() @IsString() next_cursor!: string | null;
}
