import type { Samples } from '../../contract/samples.js';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/back' };
const HOME = { name: 'Bob', line1: 'Main Street 1', city: 'Berlin', postal_code: '10115', country: 'DE' };

export const samples: Samples = {
  rows: {
    products: { status: 'published', kind: 'physical', description: 'Made of wood.', price_minor: 2000 },
    variants: { sku: 'A' },
    orders: { status: 'shipped', total_minor: 2000, source: 'purchase' },
    coupons: { percent_bp: 1000 },
  },
  inputs: {
    'create-product': { category_id: null, price: 0 },
    'set-variant': { name: 'Large', price: 20, stock_delta: 1 },
    'create-upload': { content_type: 'text/plain', sku: 'A' },
    'set-coupon': { percent_off: 10, amount_off: undefined },
    'purchase-product': { sku: 'A', ship_to: HOME, coupon_code: undefined, ...PAGES },
  },
};
