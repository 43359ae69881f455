import type { Samples } from '../../contract/samples.js';

const url = 'https://sample.example/';
const code = { kind: 'url', mode: 'dynamic', content: { url } };

export const samples: Samples = {
  rows: {
    codes: {
      ...code,
      content: JSON.stringify({ url }),
      payload: url,
      status: 'active',
      style: '{}',
      logo_png: null,
      link_id: null,
      fallback_url: null,
      symbol_version: 2,
    },
  },
  inputs: {
    'create-code': code,
    'bulk-create-codes': { codes: [{ name: 'A sample', ...code }] },
    'update-code': { name: 'Another name' },
  },
};
