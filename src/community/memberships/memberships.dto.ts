import { IsIn, IsString } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import { Chars, Nested, Nullable, Optional, Time, Uuid, WebAddress } from '../../platform/http/fields.js';

export class PurchaseInput {
  /** `gold`, `platinum`, or any other name that the community uses. */
  @Chars(1, 50) tier!: string;
  @Optional() @WebAddress() success_url?: string;
  @Optional() @WebAddress() cancel_url?: string;
}

export class MembershipView {
  @Uuid() id!: string;
  @Uuid() user_id!: string;
  @IsString() tier!: string;
  @IsIn(['active', 'past_due', 'canceled', 'expired']) status!: string;
  @Time() started_at!: Date;
  @Time() expires_at!: Date;
}

export class MembershipAnswer extends answerWith('membership', () => MembershipView) {}

export class MembershipStatusAnswer {
  /** The active tier membership. */
  @Nullable() @Nested(() => MembershipView) membership!: MembershipView | null;
}
