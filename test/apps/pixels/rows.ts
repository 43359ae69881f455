import { randomInt, randomUUID } from 'node:crypto';
import type { Samples } from '../../contract/samples.js';

const target = { target_app: 'shortlinks', target_id: randomUUID() };
const network = {
  provider: 'meta',
  /** Another one for each row. */
  get external_id() {
    return String(10_000_000_000 + randomInt(1_000_000_000));
  },
};

export const samples: Samples = {
  rows: { pixels: network },
  inputs: {
    'create-pixel': { name: 'A sample', provider: 'meta', external_id: '123456789012345' },
    'update-pixel': { external_id: '123456789012346' },
    'list-pixels': target,
    'attach-pixel': { targets: [target] },
    'detach-pixel': { targets: [target] },
  },
  // The target has to be there: the app's own tests make a link.
  refused: ['attach-pixel'],
};
