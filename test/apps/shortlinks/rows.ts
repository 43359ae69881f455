import type { Samples } from '../../contract/samples.js';

const url = 'https://sample.example/';

export const samples: Samples = {
  rows: { links: { url } },
  inputs: {
    'create-link': { url },
    'bulk-create-links': { links: [{ url }] },
    'block-link': { reason: 'A sample' },
  },
};
