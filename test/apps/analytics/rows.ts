import type { Samples } from '../../contract/samples.js';

const site = { site_key: 'sampleabcdefghij', domain: 'sample.example' };

export const samples: Samples = {
  rows: {
    sites: { ...site, timezone: 'UTC' },
    goals: { key: 'sample', match: '/sample' },
    events: { path: '/' },
  },
  inputs: {
    'create-site': { domain: 'another.example', timezone: 'UTC', extra_hosts: ['localhost'] },
    'update-site': {
      domain: 'changed.example',
      timezone: 'Europe/Berlin',
      extra_hosts: ['localhost'],
      goals: [{ key: 'cart', name: 'Cart', kind: 'page', match: '/cart' }],
      funnels: [{ key: 'buy', name: 'Buy', steps: ['cart', 'cart'] }],
    },
    'delete-site': { domain: site.domain },
    'collect-event': { site_key: site.site_key, url: 'https://sample.example/', props: { plan: 'basic' } },
    'get-report': { period: '7d' },
    'get-funnel': { steps: ['cart', 'cart'] },
  },
};
