import type { Samples } from '../../contract/samples.js';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/back' };

export const samples: Samples = {
  rows: {
    bundles: { status: 'published', pricing: 'fixed', price_minor: 2000, percent_off_bp: null },
    purchases: { status: 'refunded', list_minor: 4000, amount_minor: 2000 },
  },
  inputs: {
    'create-bundle': { pricing: 'fixed', price: 20, percent_off: undefined, starts_at: null, ends_at: null },
    'update-bundle': { title: 'Another title' },
    'purchase-bundle': PAGES,
  },
  // Their items are courses and products, which those apps have to know.
  refused: [
    'add-bundle-item',
    'remove-bundle-item',
    'reorder-bundle-items',
    'publish-bundle',
    'purchase-bundle',
    'grant-bundle',
  ],
};
