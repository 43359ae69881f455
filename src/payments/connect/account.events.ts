import { Injectable } from '@nestjs/common';
import type { ProcessorEvent } from '../processor/processor-event.js';
import { EventHandler, type Outcome } from '../webhooks/event-handler.js';
import { BusinessAccountRepository } from './business-account.repository.js';

@Injectable()
export class AccountEvents extends EventHandler {
  readonly types = ['account.updated'];

  constructor(private readonly sellers: BusinessAccountRepository) {
    super();
  }

  async apply({ id: event, created, object }: ProcessorEvent): Promise<Outcome> {
    const account = object.text('id');
    if (!account || !(await this.sellers.isKnown(account))) return 'unknown';
    const state = {
      chargesEnabled: object.flag('charges_enabled'),
      payoutsEnabled: object.flag('payouts_enabled'),
      onboardingComplete: object.flag('details_submitted'),
    };
    return (await this.sellers.follow(account, state, created, event)) ? 'applied' : 'stale';
  }
}
