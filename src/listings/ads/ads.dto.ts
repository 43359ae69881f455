import { IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Nullable, Optional, Time, Uuid, WebAddress, Words } from '../../platform/http/fields.js';
import { Amount } from '../../platform/money/amount.field.js';

export const STATUSES = ['pending', 'active', 'rejected', 'paused'];
export const TITLE = 300;

export class AdInput {
  @Words(TITLE) title!: string;
  @Amount() budget!: number;
  @Optional() @Nullable() @WebAddress() media_url?: string | null;
  @Optional() @Nullable() @WebAddress() target_url?: string | null;
}

export class AdView {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(STATUSES) status!: string;
  @IsNumber() budget!: number;
  @IsNumber() spent_budget!: number;
  @IsInt() views_count!: number;
  @Nullable() @IsString() media_url!: string | null;
  @Nullable() @IsString() target_url!: string | null;
  @Time() created_at!: Date;
}

export class AdAnswer extends answerWith('ad', () => AdView) {}

export class AdsAnswer extends pageOf('ads', () => AdView) {}

class ImpressionView {
  @Uuid() ad_id!: string;
  @IsInt() views_count!: number;
  @IsIn(STATUSES) status!: string;
}

export class ImpressionAnswer extends answerWith('impression', () => ImpressionView) {}
