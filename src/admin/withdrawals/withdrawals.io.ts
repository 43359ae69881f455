import { IsIn, IsString } from 'class-validator';
import {
  ListOf,
  ListQuery,
  Nested,
  Nullable,
  Optional,
  saying,
  Time,
  Uuid,
} from '../../platform/http/input/fields.js';
import { Transaction } from '../../payments/wallet/wallet.io.js';

const INVALID_STATUS = saying('Invalid status');

export class WithdrawalsQuery extends ListQuery {
  @Optional() @IsIn(['pending', 'completed', 'failed'], INVALID_STATUS) status?: string;
}

export class DecideWithdrawalInput {
  @IsIn(['completed', 'failed'], INVALID_STATUS) status!: 'completed' | 'failed';
  /** How a completed one was paid: by hand before this call, or to the user's account at the processor by it. */
  @Optional() @IsIn(['manual', 'processor']) payout?: 'manual' | 'processor';
}

export class Withdrawal extends Transaction {
  @Nullable() @IsString() processor_transfer_id!: string | null;
  @Nullable() @Time() decided_at!: Date | null;
  @Nullable() @Uuid() decided_by!: string | null;
}

export class WithdrawalAnswer {
  @Nested(() => Withdrawal) withdrawal!: Withdrawal;
}

export class WithdrawalsAnswer {
  @ListOf(() => Withdrawal) withdrawals!: Withdrawal[];
  @Nullable() @IsString() next_cursor!: string | null;
}
