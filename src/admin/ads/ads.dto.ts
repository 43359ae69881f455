import { IsIn, IsInt, IsNumber, IsOptional, IsString } from 'class-validator';
import { STATUSES } from '../../listings/ads/ads.dto.js';
import { ListOf, Nested, Nullable, Optional, saying, Time, Uuid } from '../../platform/http/input/fields.js';

const INVALID_STATUS = saying('Invalid status');

export class AdQueueQuery {
  @IsOptional() @IsString(saying('Invalid cursor')) cursor?: string;
  @Optional() @IsIn(STATUSES, INVALID_STATUS) status?: string;
}

export class DecideAdInput {
  @IsIn(['active', 'rejected'], INVALID_STATUS) status!: 'active' | 'rejected';
}

class AdOwner {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
}

class AdInQueueView {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(STATUSES) status!: string;
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
  @IsIn(STATUSES) status!: string;
  @Time() updated_at!: Date;
}

export class AdQueueAnswer {
  @ListOf(() => AdInQueueView) ads!: AdInQueueView[];
  @Nullable() @IsString() next_cursor!: string | null;
}

export class AdToReviewAnswer {
  @Nested(() => AdToReviewView) ad!: AdToReviewView;
}

export class DecidedAdAnswer {
  @Nested(() => DecidedAdView) ad!: DecidedAdView;
}
