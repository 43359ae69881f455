import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import type { Caller } from '../../platform/access/access.js';
import { Environment } from '../../platform/config/environment.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import { BusinessAccountCreated, SellerFeeSet } from '../payments.events.js';
import { ProcessorClient, ProcessorFailure } from '../processor/processor.client.js';
import { ReturnAddressesService } from '../processor/return-addresses.service.js';
import { SingleFlight } from '../processor/single-flight.js';
import type { BusinessAccount } from './business-account.entity.js';
import { BusinessAccountRepository } from './business-account.repository.js';
import type { BusinessAccountView, Connect, OnboardInput } from './connect.dto.js';

export const notConnected = refusal(400, 'No connected processor account found');

@Injectable()
export class ConnectService {
  private readonly creations = new SingleFlight<string>();

  constructor(
    private readonly sellers: BusinessAccountRepository,
    private readonly processor: ProcessorClient,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
    private readonly returnAddresses: ReturnAddressesService,
    private readonly environment: Environment,
  ) {}

  /** The first call creates the seller's account, later calls refresh its state. Every call returns a new link. */
  async onboard(caller: Caller, { return_url, refresh_url }: OnboardInput): Promise<string> {
    const known = await this.sellers.findOne({ user_id: caller.id });
    const account =
      known?.processor_account_id ?? (await this.creations.run(caller.id, () => this.createAccount(caller)));
    if (known) await this.refreshState(account);
    const back = return_url ?? this.returnAddresses.onboarded;
    return this.processor.createOnboardingLink(account, back, refresh_url ?? back);
  }

  async findStatus(userId: string): Promise<Connect> {
    const account = await this.sellers.findOne({ user_id: userId });
    return account ? processorState(account) : { connected: false };
  }

  async findBusinessAccount(userId: string): Promise<BusinessAccountView | null> {
    const account = await this.sellers.findOne({ user_id: userId });
    return account ? this.present(account) : null;
  }

  async createDashboardLink(userId: string): Promise<string> {
    const seller = await this.sellers.findOne({ user_id: userId });
    if (!seller) throw notConnected();
    try {
      return await this.processor.createDashboardLink(seller.processor_account_id);
    } catch (error) {
      // The processor has no dashboard for a seller who has not completed the onboarding.
      const isUnknown = error instanceof ProcessorFailure && error.refused && !seller.processor_onboarding_complete;
      throw isUnknown ? notConnected() : error;
    }
  }

  /** Null restores the platform's own fee. */
  async setFee(id: string, percent: number | null, adminId: string): Promise<BusinessAccountView> {
    const basisPoints = percent === null ? null : Math.round(percent * 100);
    const account = await this.database.transaction(async () => {
      const changed = await this.sellers.updateOne({ id }, { fee_basis_points: basisPoints });
      if (!changed) throw notFound('Business account');
      this.events.announce(SellerFeeSet, { business_account_id: id, fee_basis_points: basisPoints }, adminId);
      return changed;
    });
    return this.present(account);
  }

  private async createAccount({ id, email }: Caller): Promise<string> {
    const account = await this.processor.createSeller(id, email);
    await this.database.transaction(async () => {
      await this.sellers.insertIfAbsent({ user_id: id, processor_account_id: account });
      this.events.announce(BusinessAccountCreated, { user_id: id }, id);
    });
    return (await this.sellers.findOne({ user_id: id }))?.processor_account_id ?? account;
  }

  private async refreshState(account: string): Promise<void> {
    // Events have a time in whole seconds, so the answer gets the present second to be comparable with them.
    const at = new Date(Math.floor(Date.now() / 1000) * 1000);
    const state = await this.processor.fetchSellerState(account);
    await this.database.transaction(() => this.sellers.storeState(account, state, at, ''));
  }

  private present(account: BusinessAccount): BusinessAccountView {
    const platform_fee_percent = (account.fee_basis_points ?? this.environment.platformFee) / 100;
    return { id: account.id, ...processorState(account), platform_fee_percent, created_at: account.created_at };
  }
}

function processorState({ user_id, processor_account_id, ...account }: BusinessAccount) {
  const { processor_charges_enabled, processor_payouts_enabled, processor_onboarding_complete } = account;
  const flags = { processor_charges_enabled, processor_payouts_enabled, processor_onboarding_complete };
  return { user_id, processor_account_id, ...flags };
}
