import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/access.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { refusal } from '../../platform/http/refusal.js';
import { minorUnits, USD } from '../../platform/money/money.js';
import { FulfilmentsService } from '../payments/fulfilments.service.js';
import type { CheckoutInput } from './checkout.dto.js';
import { SalesService } from './sales.service.js';

export const unknownApp = refusal(400, 'Unknown app');

@Injectable()
export class CheckoutService {
  constructor(
    private readonly sales: SalesService,
    private readonly fulfilments: FulfilmentsService,
    private readonly database: DatabaseService,
  ) {}

  /** Returns the address of the page where the purchase is paid. */
  async create(id: string, buyer: Caller, input: CheckoutInput): Promise<string> {
    // Nobody could fulfil a payment of an unknown app, so the buyer must not pay it.
    if (!this.fulfilments.knowsApp(input.app_slug)) throw unknownApp();
    const currency = (input.currency ?? USD).toLowerCase();
    const amount = minorUnits(input.amount, currency) as bigint;
    const sale = await this.database.transaction(() => this.sales.begin({ ...input, id, buyer, amount, currency }));
    return this.sales.open(sale);
  }
}
