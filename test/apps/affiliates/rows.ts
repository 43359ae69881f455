import type { Samples } from '../../contract/samples.js';

const landing_url = 'https://sample.example/';

export const samples: Samples = {
  rows: {
    programs: { commission_type: 'percent', percent_bp: 2000, fixed_minor: null, landing_url },
    affiliates: { status: 'active', percent_bp: null, fixed_minor: null },
    conversions: { amount_minor: 1000, refunded_minor: 0 },
    commissions: { status: 'pending', kind: 'earning', amount_minor: 100, payout_id: null },
    payouts: { amount_minor: 100 },
  },
  inputs: {
    'create-program': { landing_url, commission_percent: 20, commission_amount: undefined, items: undefined },
    'update-program': { landing_url, commission_percent: 20, commission_amount: undefined, items: undefined },
    'join-program': { accept_terms: true },
    'review-affiliate': { decision: 'approve', commission_percent: 20, commission_amount: undefined },
    'review-commission': { decision: 'approve' },
    'create-payout': { method: 'manual', reference: 'SEPA 1' },
  },
  refused: ['join-program', 'create-payout', 'record-conversion'],
};
