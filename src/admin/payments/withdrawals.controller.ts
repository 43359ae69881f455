import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { processorUnavailable } from '../../payments/processor/processor.client.js';
import { noPayouts, payoutBegun, WithdrawalsService } from '../../payments/wallet/withdrawals.service.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { DecideWithdrawalInput, WithdrawalAnswer, WithdrawalsAnswer, WithdrawalsQuery } from './payments.dto.js';

@Controller('v1/admin/withdrawals')
@Access('admin')
export class AdminWithdrawalsController {
  constructor(private readonly withdrawals: WithdrawalsService) {}

  @Get()
  @Summary('Withdrawals that users asked for, newest first')
  @Answers(200, WithdrawalsAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  list(@Query() { status, ...page }: WithdrawalsQuery): Promise<WithdrawalsAnswer> {
    return this.withdrawals.list(status, page);
  }

  @Patch(':id')
  @Summary('Say that a withdrawal was paid out, or that it will not be')
  @Answers(200, WithdrawalAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(409, 'Withdrawal already completed', 'Withdrawal already failed')
  @Refuses(noPayouts, payoutBegun, processorUnavailable)
  decide(
    @IdParam('Withdrawal') id: string,
    @Body() input: DecideWithdrawalInput,
    @TheCaller() admin: Caller,
  ): Promise<WithdrawalAnswer> {
    return this.withdrawals.decide(id, input, admin.id);
  }
}
