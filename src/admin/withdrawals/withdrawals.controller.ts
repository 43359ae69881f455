import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { presentTransaction } from '../../payments/wallet/wallet.presenter.js';
import { DecideWithdrawal } from '../../payments/wallet/decide-withdrawal.js';
import {
  WalletTransactionRepository,
  type WithdrawalRow,
} from '../../payments/wallet/wallet-transaction.repository.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notFound } from '../../platform/http/refusal.js';
import {
  DecideWithdrawalInput,
  type Withdrawal,
  WithdrawalAnswer,
  WithdrawalsAnswer,
  WithdrawalsQuery,
} from './withdrawals.io.js';

@Controller('v1/admin/withdrawals')
@Access('admin')
export class WithdrawalsController {
  constructor(
    private readonly transactions: WalletTransactionRepository,
    private readonly decision: DecideWithdrawal,
  ) {}

  @Get()
  @Summary('Withdrawals that users asked for, newest first')
  @Answers(200, WithdrawalsAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  async list(@Query() { status, ...page }: WithdrawalsQuery): Promise<WithdrawalsAnswer> {
    const { rows, next_cursor } = await this.transactions.withdrawals(status, page);
    return { withdrawals: rows.map(presentWithdrawal), next_cursor };
  }

  @Patch(':id')
  @Summary('Say that a withdrawal was paid out, or that it will not be')
  @Answers(200, WithdrawalAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(404, 'Withdrawal not found')
  @Refuses(409, 'Withdrawal already completed', 'Withdrawal already failed')
  @Refuses(409, 'The payout has begun: it can only be completed')
  @Refuses(409, 'The user has no account at the processor that takes payouts')
  @Refuses(502, 'Payment processor unavailable')
  async decide(
    @Param('id') id: string,
    @Body() { status, payout }: DecideWithdrawalInput,
    @TheCaller() { id: adminId }: Caller,
  ): Promise<WithdrawalAnswer> {
    if (!isUuid(id)) throw notFound('Withdrawal');
    if (status === 'failed') return answer(await this.decision.fail(id, adminId));
    const paid =
      payout === 'processor' ? this.decision.payOut(id, adminId) : this.decision.complete(id, adminId);
    return answer(await paid);
  }
}

const answer = (row: WithdrawalRow): WithdrawalAnswer => ({ withdrawal: presentWithdrawal(row) });

function presentWithdrawal(row: WithdrawalRow): Withdrawal {
  const { processor_transfer_id, decided_at, decided_by } = row;
  return { ...presentTransaction(row), processor_transfer_id, decided_at, decided_by };
}
