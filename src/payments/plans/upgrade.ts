import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller.js';
import { Config } from '../../platform/config/environment.js';
import { Database } from '../../platform/database/database.js';
import { Refusal } from '../../platform/http/refusal.js';
import { StartPayment } from '../checkout/start-payment.js';
import { USD } from '../../platform/money/money.js';
import { Processor } from '../processor/processor.js';
import { SingleFlight } from '../processor/single-flight.js';
import type { UpgradeInput } from './business.io.js';
import { CustomerRepository } from './customer.repository.js';
import { PLANS } from './plans.js';
import { SubscriptionRepository } from './subscription.repository.js';

@Injectable()
export class Upgrade {
  private readonly making = new SingleFlight<string>();

  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly customers: CustomerRepository,
    private readonly start: StartPayment,
    private readonly processor: Processor,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Another plan than the present one replaces it when it is paid. */
  async run(id: string, caller: Caller, input: UpgradeInput): Promise<string> {
    const current = await this.subscriptions.current(caller.id, 'plan');
    if (current?.status === 'active' && current.plan === input.plan) {
      throw new Refusal(409, `The ${input.plan} plan is active already`);
    }
    const order = { amount: PLANS[input.plan], currency: USD };
    const metadata = { plan: input.plan };
    const description = `Business plan ${input.plan}`;
    return this.start.run(
      { id, kind: 'plan', buyer_id: caller.id, description, metadata, ...order },
      async () =>
        this.processor.subscribe({
          ...order,
          title: description,
          paymentId: id,
          customer: await this.customerOf(caller),
          metadata: { payment_id: id, user_id: caller.id, type: 'plan', ...metadata },
          successUrl: input.success_url ?? this.config.returnUrl,
          cancelUrl: input.cancel_url ?? this.config.returnUrl,
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
