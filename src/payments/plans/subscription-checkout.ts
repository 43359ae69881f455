import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller.js';
import { Config } from '../../platform/config/environment.js';
import { Database } from '../../platform/database/database.js';
import { USD } from '../../platform/money/money.js';
import { StartPayment } from '../checkout/start-payment.js';
import { Processor } from '../processor/processor.js';
import { SingleFlight } from '../processor/single-flight.js';
import { CustomerRepository } from './customer.repository.js';

interface SubscriptionOrder {
  kind: 'plan' | 'membership';
  /** What is subscribed to, as the checkout page calls it. */
  title: string;
  /** Cents a month. */
  amount: bigint;
  metadata: Record<string, string>;
  success_url?: string;
  cancel_url?: string;
}

/** A pending payment for the first month of a subscription, and the page where it is paid. */
@Injectable()
export class SubscriptionCheckout {
  private readonly making = new SingleFlight<string>();

  constructor(
    private readonly customers: CustomerRepository,
    private readonly start: StartPayment,
    private readonly processor: Processor,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  run(
    id: string,
    caller: Caller,
    { kind, title, amount, metadata, ...back }: SubscriptionOrder,
  ): Promise<string> {
    const order = { amount, currency: USD };
    return this.start.run(
      { id, kind, buyer_id: caller.id, description: title, metadata, ...order },
      async () =>
        this.processor.subscribe({
          ...order,
          title,
          paymentId: id,
          customer: await this.customerOf(caller),
          metadata: { payment_id: id, user_id: caller.id, type: kind, ...metadata },
          successUrl: back.success_url ?? this.config.returnUrl,
          cancelUrl: back.cancel_url ?? this.config.returnUrl,
        }),
    );
  }

  private async customerOf({ id, email }: Caller): Promise<string> {
    const known = await this.customers.ofUser(id);
    return known ?? this.making.run(id, () => this.makeCustomer(id, email));
  }

  private async makeCustomer(userId: string, email: string): Promise<string> {
    const made = await this.processor.createCustomer(userId, email);
    await this.database.transaction(() => this.customers.insert(userId, made));
    return (await this.customers.ofUser(userId)) ?? made;
  }
}
