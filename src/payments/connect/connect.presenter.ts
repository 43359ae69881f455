import type { BusinessAccount } from './business-account.entity.js';
import type { BusinessAccountView, Connect } from './connect.dto.js';

export function presentConnect(row: BusinessAccount | undefined): Connect {
  if (!row) return { connected: false };
  const { user_id, processor_account_id } = row;
  const { processor_charges_enabled, processor_payouts_enabled, processor_onboarding_complete } = row;
  return {
    user_id,
    processor_account_id,
    processor_charges_enabled,
    processor_payouts_enabled,
    processor_onboarding_complete,
  };
}

export function presentBusinessAccount(row: BusinessAccount, platformFee: number): BusinessAccountView {
  const { id, user_id, processor_account_id, fee_basis_points, created_at } = row;
  const { processor_charges_enabled, processor_payouts_enabled, processor_onboarding_complete } = row;
  return {
    id,
    user_id,
    processor_account_id,
    processor_charges_enabled,
    processor_payouts_enabled,
    processor_onboarding_complete,
    platform_fee_percent: (fee_basis_points ?? platformFee) / 100,
    created_at,
  };
}
