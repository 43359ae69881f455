import { IsIn, IsNumber, IsString } from 'class-validator';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Nullable, Optional, Time, Uuid, WebAddress } from '../../platform/http/fields.js';
import { WalletAmount } from '../../platform/money/amount.field.js';

export class WithdrawInput {
  @WalletAmount() amount!: number;
}

export class DepositInput {
  @WalletAmount() amount!: number;
  @Optional() @WebAddress() success_url?: string;
  @Optional() @WebAddress() cancel_url?: string;
}

/** A user who never had money has only the balance, which is 0. */
export class Wallet {
  @Optional() @Uuid() user_id?: string;
  @IsNumber() balance!: number;
  @Optional() @Time() created_at?: Date;
  @Optional() @Time() updated_at?: Date;
}

export class WalletAnswer extends answerWith('wallet', () => Wallet) {}

export class Transaction {
  @Uuid() id!: string;
  @Nullable() @Uuid() user_id!: string | null;
  @IsIn(['deposit', 'withdrawal']) type!: string;
  /** Negative for withdrawals. */
  @IsNumber() amount!: number;
  @IsIn(['pending', 'completed', 'failed']) status!: string;
  @Time() created_at!: Date;
}

export class TransactionAnswer extends answerWith('transaction', () => Transaction) {}

export class TransactionsAnswer extends pageOf('transactions', () => Transaction) {}

/** A withdrawal as admins see it. */
export class Withdrawal extends Transaction {
  @Nullable() @IsString() processor_transfer_id!: string | null;
  @Nullable() @Time() decided_at!: Date | null;
  @Nullable() @Uuid() decided_by!: string | null;
}
