import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import type { SellerState } from '../processor/processor.types.js';
import { BusinessAccount } from './business-account.entity.js';

const FOLLOW = sql(
  'business_account_follow',
  `UPDATE payments.business_accounts SET processor_charges_enabled = $2, processor_payouts_enabled = $3,
     processor_onboarding_complete = $4, state_at = $5, state_event = $6
   WHERE processor_account_id = $1
     AND (state_at IS NULL OR ($5::timestamptz, $2::boolean::int + $3::boolean::int + $4::boolean::int, $6::text COLLATE "C") >
       (state_at, processor_charges_enabled::int + processor_payouts_enabled::int + processor_onboarding_complete::int,
        state_event COLLATE "C"))`,
);

@Injectable()
export class BusinessAccountRepository extends EntityRepository<BusinessAccount> {
  protected readonly entity = BusinessAccount;

  /**
   * Stores the state unless a newer one is stored. Times are whole seconds: of two states of the same second the one
   * with more flags counts as the newer, because a seller's flags are set one after the other.
   */
  async storeState(processorAccountId: string, state: SellerState, at: Date, event: string): Promise<boolean> {
    const { chargesEnabled, payoutsEnabled, onboardingComplete } = state;
    const flags = [chargesEnabled, payoutsEnabled, onboardingComplete];
    return (await this.count(FOLLOW, processorAccountId, ...flags, at, event)) > 0;
  }
}
