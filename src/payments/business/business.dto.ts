import { IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import { Nested, Nullable, Optional, saying, Time, WebAddress } from '../../platform/http/fields.js';
import { BusinessAccountView } from '../connect/connect.dto.js';
import { PLAN_NAMES, type Plan } from '../subscriptions/plans.js';

export class UpgradeInput {
  @IsIn(PLAN_NAMES, saying('Invalid plan')) plan!: Plan;
  @Optional() @WebAddress() success_url?: string;
  @Optional() @WebAddress() cancel_url?: string;
}

export class SubscriptionSummary {
  @Nullable() @IsString() plan!: string | null;
  @IsString() status!: string;
  @Nullable() @Time() expires_at!: Date | null;
}

export class BusinessAnswer {
  @Nullable() @Nested(() => BusinessAccountView) business_account!: BusinessAccountView | null;
  @Nullable() @Nested(() => SubscriptionSummary) subscription!: SubscriptionSummary | null;
}

export class SubscriptionAnswer extends answerWith('subscription', () => SubscriptionSummary) {}

class Stats {
  @IsInt() total_sales!: number;
  @IsNumber() total_revenue!: number;
  @IsInt() total_products!: number;
}

export class DashboardAnswer extends answerWith('stats', () => Stats) {}
