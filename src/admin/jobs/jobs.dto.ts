import { IsIn, IsOptional, IsString } from 'class-validator';
import { LONGEST, Poster, STATUSES } from '../../listings/jobs/jobs.dto.js';
import {
  Chars,
  ListOf,
  Nested,
  Nullable,
  Optional,
  saying,
  Time,
  Uuid,
  Words,
} from '../../platform/http/input/fields.js';

const INVALID_STATUS = saying('Invalid status');

export class JobQueueQuery {
  @IsOptional() @IsString(saying('Invalid cursor')) cursor?: string;
  @Optional() @IsIn(STATUSES, INVALID_STATUS) status?: string;
}

export class EditJobInput {
  @Optional() @Words(LONGEST.title) title?: string;
  @Optional() @IsIn(STATUSES, INVALID_STATUS) status?: string;
  @Optional() @Words(LONGEST.location) location?: string;
  @Optional() @Nullable() @Chars(0, LONGEST.description) description?: string | null;
}

class JobInQueueView {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(STATUSES) status!: string;
  @IsString() location!: string;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
  @Nested(() => Poster) poster!: Poster;
}

class JobToReviewView extends JobInQueueView {
  @Nullable() @IsString() description!: string | null;
}

class EditedJob {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(STATUSES) status!: string;
  @Time() updated_at!: Date;
}

export class JobQueueAnswer {
  @ListOf(() => JobInQueueView) jobs!: JobInQueueView[];
  @Nullable() @IsString() next_cursor!: string | null;
}

export class JobToReviewAnswer {
  @Nested(() => JobToReviewView) job!: JobToReviewView;
}

export class EditedJobAnswer {
  @Nested(() => EditedJob) job!: EditedJob;
}
