import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { CreatesOutside, OperationId } from '../../platform/http/idempotency-outside.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { CheckoutAnswer } from '../checkout/checkout.io.js';
import { Ledger } from '../ledger/ledger.js';
import { Deposit } from './deposit.js';
import {
  DepositInput,
  TransactionAnswer,
  TransactionsAnswer,
  WalletAnswer,
  WithdrawInput,
} from './wallet.io.js';
import { presentTransaction, presentWallet } from './wallet.presenter.js';
import { WalletTransactionRepository } from './wallet-transaction.repository.js';
import { Withdraw } from './withdraw.js';

@Controller('v1/wallet')
@Access('user')
export class WalletController {
  constructor(
    private readonly ledger: Ledger,
    private readonly transactions: WalletTransactionRepository,
    private readonly withdrawal: Withdraw,
    private readonly payIn: Deposit,
  ) {}

  @Get()
  @Summary('The own wallet')
  @Answers(200, WalletAnswer)
  async wallet(@TheCaller() caller: Caller): Promise<WalletAnswer> {
    return { wallet: presentWallet(await this.ledger.wallet(caller.id)) };
  }

  @Get('transactions')
  @Summary('Deposits and withdrawals, newest first')
  @Answers(200, TransactionsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async list(@Query() query: ListQuery, @TheCaller() caller: Caller): Promise<TransactionsAnswer> {
    const { rows, next_cursor } = await this.transactions.ofUser(caller.id, query);
    return { transactions: rows.map(presentTransaction), next_cursor };
  }

  @Post('withdraw')
  @Summary('Ask for money from the wallet to be paid out')
  @Creates(TransactionAnswer)
  @Refuses(400, 'Amount must be greater than 0', 'Insufficient balance')
  async withdraw(@Body() { amount }: WithdrawInput, @TheCaller() caller: Caller): Promise<TransactionAnswer> {
    return { transaction: presentTransaction(await this.withdrawal.run(caller.id, amount)) };
  }

  @Post('deposit')
  @Summary('Pay money into the wallet: the page where it is paid')
  @CreatesOutside(CheckoutAnswer, 200)
  @Refuses(400, 'Amount must be greater than 0')
  @Refuses(502, 'Payment processor unavailable')
  async deposit(
    @Body() input: DepositInput,
    @TheCaller() caller: Caller,
    @OperationId() id: string,
  ): Promise<CheckoutAnswer> {
    return { checkout_url: await this.payIn.run(id, caller, input) };
  }
}
