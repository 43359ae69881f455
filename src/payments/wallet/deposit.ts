import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller.js';
import { Config } from '../../platform/config/environment.js';
import { StartPayment } from '../checkout/start-payment.js';
import { minorUnits, USD } from '../../platform/money/money.js';
import { Processor } from '../processor/processor.js';
import type { DepositInput } from './wallet.io.js';

@Injectable()
export class Deposit {
  constructor(
    private readonly start: StartPayment,
    private readonly processor: Processor,
    private readonly config: Config,
  ) {}

  /** The wallet is credited when the processor says that the money is there, not before. */
  run(id: string, { id: userId, email }: Caller, input: DepositInput): Promise<string> {
    const amount = minorUnits(input.amount, USD) as bigint;
    const order = { amount, currency: USD };
    return this.start.run({ id, kind: 'deposit', buyer_id: userId, ...order }, () =>
      this.processor.sell({
        ...order,
        title: 'Wallet deposit',
        paymentId: id,
        email,
        metadata: { payment_id: id, user_id: userId, type: 'wallet_deposit' },
        successUrl: input.success_url ?? this.config.returnUrl,
        cancelUrl: input.cancel_url ?? this.config.returnUrl,
      }),
    );
  }
}
