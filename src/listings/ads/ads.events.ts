import { IsIn, IsString } from 'class-validator';
import { Nested, Time, Uuid } from '../../platform/http/input/fields.js';
import { durable } from '../../realtime/event-type.js';
import { STATUSES } from './ads.dto.js';

class AdState {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(STATUSES) status!: string;
  @Time() updated_at!: Date;
}

export class AdPaused {
  @Nested(() => AdState) ad!: AdState;
}

export const AD_PAUSED = durable('ad.paused', AdPaused);
