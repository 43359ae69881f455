import { IsIn, IsNumber, IsOptional, IsString } from 'class-validator';
import { BusinessAccountView } from '../../payments/connect/connect.dto.js';
import { Withdrawal } from '../../payments/wallet/wallet.dto.js';
import {
  Hundredths,
  ListOf,
  ListQuery,
  Nested,
  Nullable,
  Optional,
  saying,
  Time,
  Uuid,
} from '../../platform/http/input/fields.js';
import { INVALID_STATUS, NamedUser, PageAnswer } from '../admin.dto.js';

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

export class WithdrawalsAnswer extends PageAnswer {
  @ListOf(() => Withdrawal) withdrawals!: Withdrawal[];
}

export class SellerFeeInput {
  /** The seller's fee of each sale, with at most two decimals; null restores the platform's fee. */
  @Nullable() @Hundredths(0, 100) platform_fee_percent!: number | null;
}

export class SellerAnswer {
  @Nested(() => BusinessAccountView) business_account!: BusinessAccountView;
}

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

export class ProductsAnswer extends PageAnswer {
  @ListOf(() => Product) products!: Product[];
}
