import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import {
  Answers,
  AnswersPage,
  Creates,
  CreatesOutside,
  OperationId,
  Refuses,
  Summary,
} from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import { CheckoutAnswer } from '../payments/payments.dto.js';
import { processorUnavailable } from '../processor/processor.client.js';
import { DepositInput, TransactionAnswer, TransactionsAnswer, WalletAnswer, WithdrawInput } from './wallet.dto.js';
import { WalletService } from './wallet.service.js';
import { WithdrawalsService } from './withdrawals.service.js';

@Controller('v1/wallet')
@Access('user')
export class WalletController {
  constructor(
    private readonly wallets: WalletService,
    private readonly withdrawals: WithdrawalsService,
  ) {}

  @Get()
  @Summary('The own wallet')
  @Answers(200, WalletAnswer)
  async wallet(@TheCaller() caller: Caller): Promise<WalletAnswer> {
    return { wallet: await this.wallets.find(caller.id) };
  }

  @Get('transactions')
  @Summary('Deposits and withdrawals, newest first')
  @AnswersPage(TransactionsAnswer)
  list(@Query() query: ListQuery, @TheCaller() caller: Caller): Promise<TransactionsAnswer> {
    return this.wallets.listTransactions(caller.id, query);
  }

  @Post('withdraw')
  @Summary('Ask for money from the wallet to be paid out')
  @Creates(TransactionAnswer)
  @Refuses(400, 'Amount must be greater than 0', 'Insufficient balance')
  withdraw(@Body() { amount }: WithdrawInput, @TheCaller() caller: Caller): Promise<TransactionAnswer> {
    return this.withdrawals.request(caller.id, amount);
  }

  @Post('deposit')
  @Summary('Pay money into the wallet: the page where it is paid')
  @CreatesOutside(CheckoutAnswer, 200)
  @Refuses(400, 'Amount must be greater than 0')
  @Refuses(processorUnavailable)
  async deposit(
    @Body() input: DepositInput,
    @TheCaller() caller: Caller,
    @OperationId() id: string,
  ): Promise<CheckoutAnswer> {
    return { checkout_url: await this.wallets.startDeposit(id, caller, input) };
  }
}
