import type { Samples } from '../../contract/samples.js';

const LATER = () => new Date(Date.now() + 10 * 86_400_000);

export const samples: Samples = {
  rows: {
    plans: { price_minor: 1000, interval: 'month', max_pause_days: 30, currency: 'usd', seats_taken: 9 },
    plan_benefits: { kind: 'perk', key: 'early-access', ref_id: null },
    coupons: { percent_bp: 1000, amount_minor: null },
    subscriptions: {
      status: 'active',
      source: 'purchase',
      price_minor: 1000,
      currency: 'usd',
      interval: 'month',
      interval_count: 1,
      anchor_day: 1,
      period_start: new Date(),
      period_end: LATER(),
      started_at: new Date(),
    },
    charges: { kind: 'initial', status: 'paid' },
  },
  inputs: {
    'create-plan': { price: 10, interval: 'month', benefits: [{ kind: 'perk', key: 'early-access', label: 'Early' }] },
    'set-coupon': { percent_off: 10 },
    'pause-subscription': { days: 5 },
  },
  // By who the caller is, by what is paid or scheduled: the specs of the app cover them.
  refused: ['resume-subscription', 'grant-subscription', 'subscribe', 'renew-subscription', 'change-plan'],
};
