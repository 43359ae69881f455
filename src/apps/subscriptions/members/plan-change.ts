import type { Amounts } from '../billing/amount.policy.js';
import type { Plan } from '../entities/plan.entity.js';
import type { Charge, Subscription } from '../entities/subscription.entity.js';

export const DIRECTIONS = ['upgrade', 'downgrade', 'trial', 'none'] as const;

/** A change of plan as it would be at this moment. */
export interface PlanChange {
  /** `none`: a change that was scheduled is taken back. */
  direction: (typeof DIRECTIONS)[number];
  plan: Plan;
  /** Minor units: what the unused time and former credit are worth. */
  available: number;
  amounts: Amounts;
  effective_at: Date;
}

/** Either the page is to be opened where the charge is paid, or the change has happened. */
export type ChangedPlan = { charge: Charge; after?: undefined } | { charge?: undefined; after: Subscription };
