import { IsIn, IsString } from 'class-validator';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Chars, Nested, Nullable, Optional, Time, Uuid, Words } from '../../platform/http/fields.js';

export const STATUSES = ['pending', 'active', 'rejected', 'closed'];
/** Limits of the texts, in code points. */
export const LONGEST = { title: 300, location: 200, description: 10_000 };

export class JobInput {
  @Words(LONGEST.title) title!: string;
  @Words(LONGEST.location) location!: string;
  @Optional() @Nullable() @Chars(0, LONGEST.description) description?: string | null;
}

export class Poster {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
}

class JobView {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(STATUSES) status!: string;
  @IsString() location!: string;
  @Nullable() @IsString() description!: string | null;
  @Nested(() => Poster) poster!: Poster;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class JobAnswer extends answerWith('job', () => JobView) {}

export class JobsAnswer extends pageOf('jobs', () => JobView) {}
