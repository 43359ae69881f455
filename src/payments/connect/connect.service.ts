import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import type { Caller } from '../../platform/access/caller.js';
import { Config } from '../../platform/config/environment.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { ProcessorClient, ProcessorFailure } from '../processor/processor.client.js';
import { ReturnAddressesService } from '../processor/return-addresses.service.js';
import { SingleFlight } from '../processor/single-flight.js';
import type { BusinessAccount } from './business-account.entity.js';
import { BusinessAccountRepository } from './business-account.repository.js';
import type { BusinessAccountView, Connect, OnboardInput } from './connect.dto.js';
import { presentBusinessAccount, presentConnect } from './connect.presenter.js';

const notConnected = () => new Refusal(400, 'No connected processor account found');

@Injectable()
export class ConnectService {
  private readonly creations = new SingleFlight<string>();

  constructor(
    private readonly sellers: BusinessAccountRepository,
    private readonly processor: ProcessorClient,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
    private readonly returnAddresses: ReturnAddressesService,
    private readonly config: Config,
  ) {}

  /** The first call creates the seller's account, later calls refresh its state. Every call returns a new link. */
  async onboard(caller: Caller, { return_url, refresh_url }: OnboardInput): Promise<string> {
    const known = await this.sellers.findByUser(caller.id);
    const account =
      known?.processor_account_id ?? (await this.creations.run(caller.id, () => this.createAccount(caller)));
    if (known) await this.refreshState(account);
    const back = return_url ?? this.returnAddresses.onboarded;
    return this.processor.createOnboardingLink(account, back, refresh_url ?? back);
  }

  async findStatus(userId: string): Promise<Connect> {
    return presentConnect(await this.sellers.findByUser(userId));
  }

  async findBusinessAccount(userId: string): Promise<BusinessAccountView | null> {
    const account = await this.sellers.findByUser(userId);
    return account ? this.present(account) : null;
  }

  async createDashboardLink(userId: string): Promise<string> {
    const seller = await this.sellers.findByUser(userId);
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
    const account = isUuid(id) && (await this.database.transaction(() => this.storeFee(id, basisPoints, adminId)));
    if (!account) throw notFound('Business account');
    return this.present(account);
  }

  private async storeFee(id: string, basisPoints: number | null, adminId: string) {
    const account = await this.sellers.setFee(id, basisPoints);
    const data = { business_account_id: id, fee_basis_points: basisPoints };
    if (account) this.events.record({ type: 'business.fee_set', actor_id: adminId, data, staff: true });
    return account;
  }

  private async createAccount({ id, email }: Caller): Promise<string> {
    const account = await this.processor.createSeller(id, email);
    await this.database.transaction(async () => {
      await this.sellers.insert(id, account);
      this.events.record({ type: 'business.account_created', actor_id: id, data: { user_id: id } });
    });
    return (await this.sellers.findByUser(id))?.processor_account_id ?? account;
  }

  private async refreshState(account: string): Promise<void> {
    // Events have a time in whole seconds, so the answer gets the present second to be comparable with them.
    const at = new Date(Math.floor(Date.now() / 1000) * 1000);
    const state = await this.processor.fetchSellerState(account);
    await this.database.transaction(() => this.sellers.storeState(account, state, at, ''));
  }

  private present(account: BusinessAccount): BusinessAccountView {
    return presentBusinessAccount(account, this.config.platformFee);
  }
}
