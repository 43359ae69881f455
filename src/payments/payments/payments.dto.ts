import { IsBoolean, IsIn, IsNumber, IsObject, IsPositive, IsString } from 'class-validator';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Nullable, Optional, Time, Uuid } from '../../platform/http/fields.js';

export class RefundInput {
  /** In the currency of the payment; all that is left without it. */
  @Optional() @IsNumber() @IsPositive() amount?: number;
}

export class PaymentView {
  @Uuid() id!: string;
  @IsIn(['deposit', 'checkout', 'plan', 'membership']) kind!: string;
  @IsIn(['pending', 'completed', 'failed', 'refunded']) status!: string;
  @Nullable() @Uuid() buyer_id!: string | null;
  @Nullable() @Uuid() seller_id!: string | null;
  @IsNumber() amount!: number;
  @IsString() currency!: string;
  /** The platform's part of the amount. */
  @IsNumber() fee!: number;
  @IsNumber() refunded_amount!: number;
  @Nullable() @IsString() description!: string | null;
  /** The app_slug, reference_id and reference_type of a checkout, or the plan or tier of a subscription. */
  @IsObject() metadata!: Record<string, string>;
  /** The app named in the metadata has delivered what was paid for. */
  @IsBoolean() fulfilled!: boolean;
  @Nullable() @Time() completed_at!: Date | null;
  @Time() created_at!: Date;
}

export class PaymentAnswer extends answerWith('payment', () => PaymentView) {}

export class PaymentsAnswer extends pageOf('payments', () => PaymentView) {}

export class CheckoutAnswer {
  /** The page where the payment is made. */
  @IsString() checkout_url!: string;
}
