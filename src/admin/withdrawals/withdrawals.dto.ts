import { IsIn, IsString } from 'class-validator';
import { Withdrawal } from '../../payments/wallet/wallet.dto.js';
import { ListOf, ListQuery, Nested, Nullable, Optional, saying } from '../../platform/http/input/fields.js';

const INVALID_STATUS = saying('Invalid status');

export class WithdrawalsQuery extends ListQuery {
  @Optional() @IsIn(['pending', 'completed', 'failed'], INVALID_STATUS) status?: string;
}

export class DecideWithdrawalInput {
  @IsIn(['completed', 'failed'], INVALID_STATUS) status!: 'completed' | 'failed';
  /** `manual`: an admin has paid the amount already. `processor`: this call transfers it to the user's account there. */
  @Optional() @IsIn(['manual', 'processor']) payout?: 'manual' | 'processor';
}

export class WithdrawalAnswer {
  @Nested(() => Withdrawal) withdrawal!: Withdrawal;
}

export class WithdrawalsAnswer {
  @ListOf(() => Withdrawal) withdrawals!: Withdrawal[];
  @Nullable() @IsString() next_cursor!: string | null;
}
