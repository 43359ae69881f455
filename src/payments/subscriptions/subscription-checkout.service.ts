import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/access.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { USD } from '../../platform/money/money.js';
import { PaymentsService } from '../payments/payments.service.js';
import { ProcessorClient } from '../processor/processor.client.js';
import { ReturnAddressesService } from '../processor/return-addresses.service.js';
import { SingleFlight } from '../processor/single-flight.js';
import { CustomerRepository } from './subscription.repository.js';

interface SubscriptionOrder {
  kind: 'plan' | 'membership';
  /** The title on the checkout page. */
  title: string;
  /** Cents a month. */
  amount: bigint;
  metadata: Record<string, string>;
  success_url?: string;
  cancel_url?: string;
}

/** Creates the pending payment for the first month of a subscription, and the page where it is paid. */
@Injectable()
export class SubscriptionCheckoutService {
  private readonly creations = new SingleFlight<string>();

  constructor(
    private readonly customers: CustomerRepository,
    private readonly payments: PaymentsService,
    private readonly processor: ProcessorClient,
    private readonly database: DatabaseService,
    private readonly returnAddresses: ReturnAddressesService,
  ) {}

  /** Returns the address of the page. */
  start(id: string, caller: Caller, { kind, title, amount, metadata, ...back }: SubscriptionOrder): Promise<string> {
    const order = { amount, currency: USD };
    return this.payments.start({ id, kind, buyer_id: caller.id, description: title, metadata, ...order }, async () =>
      this.processor.createSubscriptionSession({
        ...order,
        title,
        paymentId: id,
        customer: await this.requireCustomer(caller),
        metadata: { payment_id: id, user_id: caller.id, type: kind, ...metadata },
        successUrl: back.success_url ?? this.returnAddresses.paid,
        cancelUrl: back.cancel_url ?? this.returnAddresses.canceled,
      }),
    );
  }

  private async requireCustomer({ id, email }: Caller): Promise<string> {
    const known = await this.customers.findOne({ user_id: id });
    return known?.processor_customer_id ?? this.creations.run(id, () => this.createCustomer(id, email));
  }

  private async createCustomer(userId: string, email: string): Promise<string> {
    const made = { user_id: userId, processor_customer_id: await this.processor.createCustomer(userId, email) };
    await this.database.transaction(() => this.customers.insertIfAbsent(made));
    return ((await this.customers.findOne({ user_id: userId })) ?? made).processor_customer_id;
  }
}
