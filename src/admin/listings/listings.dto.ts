import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Chars, Nested, Nullable, Optional, saying, Time, Uuid, Words } from '../../platform/http/fields.js';
import { IsIn, IsInt, IsNumber, IsOptional, IsString } from 'class-validator';
import { STATUSES as AD_STATUSES } from '../../listings/ads/ads.dto.js';
import { LONGEST, Poster, STATUSES as JOB_STATUSES } from '../../listings/jobs/jobs.dto.js';
import { INVALID_STATUS, NamedUser } from '../admin.dto.js';

export class AdQueueQuery {
  @IsOptional() @IsString(saying('Invalid cursor')) cursor?: string;
  @Optional() @IsIn(AD_STATUSES, INVALID_STATUS) status?: string;
}

export class DecideAdInput {
  @IsIn(['active', 'rejected'], INVALID_STATUS) status!: 'active' | 'rejected';
}

class AdOwner extends NamedUser {}

class AdInQueueView {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(AD_STATUSES) status!: string;
  @IsNumber() budget!: number;
  @IsNumber() spent_budget!: number;
  @IsInt() views_count!: number;
  @Time() created_at!: Date;
  @Nested(() => AdOwner) owner!: AdOwner;
}

class AdToReviewView extends AdInQueueView {
  @Nullable() @IsString() media_url!: string | null;
  @Nullable() @IsString() target_url!: string | null;
  @Time() updated_at!: Date;
}

class DecidedAdView {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(AD_STATUSES) status!: string;
  @Time() updated_at!: Date;
}

export class AdQueueAnswer extends pageOf('ads', () => AdInQueueView) {}

export class AdToReviewAnswer extends answerWith('ad', () => AdToReviewView) {}

export class DecidedAdAnswer extends answerWith('ad', () => DecidedAdView) {}

export class JobQueueQuery {
  @IsOptional() @IsString(saying('Invalid cursor')) cursor?: string;
  @Optional() @IsIn(JOB_STATUSES, INVALID_STATUS) status?: string;
}

export class EditJobInput {
  @Optional() @Words(LONGEST.title) title?: string;
  @Optional() @IsIn(JOB_STATUSES, INVALID_STATUS) status?: string;
  @Optional() @Words(LONGEST.location) location?: string;
  @Optional() @Nullable() @Chars(0, LONGEST.description) description?: string | null;
}

class JobInQueueView {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(JOB_STATUSES) status!: string;
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
  @IsIn(JOB_STATUSES) status!: string;
  @Time() updated_at!: Date;
}

export class JobQueueAnswer extends pageOf('jobs', () => JobInQueueView) {}

export class JobToReviewAnswer extends answerWith('job', () => JobToReviewView) {}

export class EditedJobAnswer extends answerWith('job', () => EditedJob) {}
