import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { minorUnits, USD } from '../../platform/money/money.js';
import type { CheckoutInput } from './checkout.io.js';
import { Sell } from './sell.js';

@Injectable()
export class Checkout {
  constructor(
    private readonly sell: Sell,
    private readonly database: Database,
  ) {}

  async run(id: string, buyer: Caller, input: CheckoutInput): Promise<string> {
    const currency = (input.currency ?? USD).toLowerCase();
    const amount = minorUnits(input.amount, currency) as bigint;
    const sale = await this.database.transaction(() =>
      this.sell.begin({ ...input, id, buyer, amount, currency }),
    );
    return this.sell.open(sale);
  }
}
