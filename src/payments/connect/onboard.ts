import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import type { Caller } from '../../platform/access/caller.js';
import { Config } from '../../platform/config/environment.js';
import { Database } from '../../platform/database/database.js';
import { Processor } from '../processor/processor.js';
import { SingleFlight } from '../processor/single-flight.js';
import { BusinessAccountRepository } from './business-account.repository.js';
import type { OnboardInput } from './connect.io.js';

@Injectable()
export class Onboard {
  private readonly making = new SingleFlight<string>();

  constructor(
    private readonly sellers: BusinessAccountRepository,
    private readonly processor: Processor,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly config: Config,
  ) {}

  /** The first call makes the seller's account, every other looks how far he got; each gives a fresh link. */
  async run(caller: Caller, { return_url, refresh_url }: OnboardInput): Promise<string> {
    const known = await this.sellers.ofUser(caller.id);
    const account =
      known?.processor_account_id ?? (await this.making.run(caller.id, () => this.make(caller)));
    if (known) await this.refresh(account);
    const back = return_url ?? this.config.returnUrl;
    return this.processor.onboardingLink(account, back, refresh_url ?? back);
  }

  private async make({ id, email }: Caller): Promise<string> {
    const account = await this.processor.createSeller(id, email);
    await this.database.transaction(async () => {
      await this.sellers.insert(id, account);
      this.outbox.record({ type: 'business.account_created', actor_id: id, data: { user_id: id } });
    });
    return (await this.sellers.ofUser(id))?.processor_account_id ?? account;
  }

  private async refresh(account: string): Promise<void> {
    // What the processor says now is of this second, like an event of this second.
    const at = new Date(Math.floor(Date.now() / 1000) * 1000);
    const state = await this.processor.sellerState(account);
    await this.database.transaction(() => this.sellers.follow(account, state, at, ''));
  }
}
