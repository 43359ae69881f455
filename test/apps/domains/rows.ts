import type { Samples } from '../../contract/samples.js';

export const samples: Samples = {
  rows: {
    domains: {
      host: 'sample.example',
      is_apex: true,
      status: 'verified',
      target_app: null,
      // Just checked, so that the sweeps ask no name server.
      last_checked_at: '2100-01-01T00:00:00Z',
    },
  },
  inputs: {
    'add-domain': { host: 'links.sample.example' },
    'map-domain': { target_app: 'redirect', redirect_url: 'https://elsewhere.example/' },
  },
  refused: ['verify-domain'],
};
