import { IsBoolean, IsNumber, IsString } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import { Optional, Time, Uuid, WebAddress } from '../../platform/http/fields.js';

export class OnboardInput {
  @Optional() @WebAddress() return_url?: string;
  @Optional() @WebAddress() refresh_url?: string;
}

export class OnboardAnswer {
  @IsString() onboarding_url!: string;
}

export class DashboardLinkAnswer {
  @IsString() dashboard_url!: string;
}

/** A user who does not sell has only `connected`, which is false. */
export class Connect {
  @Optional() @IsBoolean() connected?: boolean;
  @Optional() @Uuid() user_id?: string;
  @Optional() @IsString() processor_account_id?: string;
  @Optional() @IsBoolean() processor_charges_enabled?: boolean;
  @Optional() @IsBoolean() processor_payouts_enabled?: boolean;
  @Optional() @IsBoolean() processor_onboarding_complete?: boolean;
}

export class ConnectAnswer extends answerWith('connect', () => Connect) {}

export class BusinessAccountView {
  @Uuid() id!: string;
  @Uuid() user_id!: string;
  @IsString() processor_account_id!: string;
  @IsBoolean() processor_charges_enabled!: boolean;
  @IsBoolean() processor_payouts_enabled!: boolean;
  @IsBoolean() processor_onboarding_complete!: boolean;
  /** The fee of each sale: the seller's own or the platform's. */
  @IsNumber() platform_fee_percent!: number;
  @Time() created_at!: Date;
}
