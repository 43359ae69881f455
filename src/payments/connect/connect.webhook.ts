import { Injectable } from '@nestjs/common';
import { type ProcessorEvent, WebhookHandler, type WebhookOutcome } from '../processor/processor-event.js';
import { BusinessAccountRepository } from './business-account.repository.js';

@Injectable()
export class ConnectAccountWebhook extends WebhookHandler {
  readonly types = ['account.updated'];

  constructor(private readonly sellers: BusinessAccountRepository) {
    super();
  }

  async handle({ id: event, created, object }: ProcessorEvent): Promise<WebhookOutcome> {
    const account = object.text('id');
    if (!account || !(await this.sellers.exists({ processor_account_id: account }))) return 'unknown';
    const state = {
      chargesEnabled: object.flag('charges_enabled'),
      payoutsEnabled: object.flag('payouts_enabled'),
      onboardingComplete: object.flag('details_submitted'),
    };
    return (await this.sellers.storeState(account, state, created, event)) ? 'applied' : 'stale';
  }
}
