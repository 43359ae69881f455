import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Hundredths, ListQuery, Nested, Nullable, Optional, saying, Time, Uuid } from '../../platform/http/fields.js';
import { IsIn, IsNumber, IsOptional, IsString } from 'class-validator';
import { BusinessAccountView } from '../../payments/connect/connect.dto.js';
import { Withdrawal } from '../../payments/wallet/wallet.dto.js';
import { INVALID_STATUS, NamedUser } from '../admin.dto.js';

export class WithdrawalsQuery extends ListQuery {
  @Optional() @IsIn(['pending', 'completed', 'failed'], INVALID_STATUS) status?: string;
}

export class DecideWithdrawalInput {
  @IsIn(['completed', 'failed'], INVALID_STATUS) status!: 'completed' | 'failed';
  /** `manual`: an admin has paid the amount already. `processor`: this call transfers it to the user's account there. */
  @Optional() @IsIn(['manual', 'processor']) payout?: 'manual' | 'processor';
}

export class WithdrawalAnswer extends answerWith('withdrawal', () => Withdrawal) {}

export class WithdrawalsAnswer extends pageOf('withdrawals', () => Withdrawal) {}

export class SellerFeeInput {
  /** The seller's fee of each sale, with at most two decimals; null restores the platform's fee. */
  @Nullable() @Hundredths(0, 100) platform_fee_percent!: number | null;
}

export class SellerAnswer extends answerWith('business_account', () => BusinessAccountView) {}

export class ProductsQuery {
  @IsOptional() @IsString(saying('Invalid cursor')) cursor?: string;
}

class Seller extends NamedUser {}

class Product {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsNumber() price!: number;
  @IsString() status!: string;
  @Time() created_at!: Date;
  @Nested(() => Seller) seller!: Seller;
}

export class ProductsAnswer extends pageOf('products', () => Product) {}
