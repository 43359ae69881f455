import { IsBoolean, IsIn } from 'class-validator';
import { Chars, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { forbidden, invalid } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { STATUSES, type Status } from '../entities/subscription.entity.js';
import { EntitlementRepository } from '../members/entitlement.repository.js';

class Input {
  @Uuid() seller_id!: string;
  @Optional() @Uuid() plan_id?: string;
  /** Of a perk. */
  @Optional() @Chars(1, 60) key?: string;
  /** Of a course or a product. */
  @Optional() @Uuid() ref_id?: string;
  /** The caller where it is left out. */
  @Optional() @Uuid() user_id?: string;
}

class Result {
  @IsBoolean() entitled!: boolean;
  /** Of the subscription that entitles, or of the newest one. */
  @Nullable() @IsIn(STATUSES) status!: Status | null;
  @Nullable() @Uuid() subscription_id!: string | null;
  @Nullable() @Uuid() plan_id!: string | null;
  /** The end of the paid time, or of the grace period. */
  @Nullable() @Time() until!: Date | null;
}

@Action('check-entitlement', {
  access: 'authenticated',
  description: 'Whether somebody is entitled to a plan, to a benefit, or to anything of a seller.',
  input: Input,
  result: Result,
  refuses: { 403: ['Forbidden'] },
})
export class CheckEntitlement {
  constructor(private readonly entitlements: EntitlementRepository) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { seller_id, user_id = caller.id, ...what } = input;
    if (Object.values(what).filter((value) => value !== undefined).length > 1)
      throw invalid({ field: 'plan_id', message: 'give one of plan_id, key and ref_id' });
    const mayAsk = user_id === caller.id || seller_id === caller.id || allowedBySiteRole(caller);
    if (!mayAsk) throw forbidden();
    return this.entitlements.of(user_id, seller_id, what);
  }
}
