import { randomUUID } from 'node:crypto';
import type { Samples } from '../../contract/samples.js';

export const samples: Samples = {
  rows: {
    envelopes: { status: 'draft', seal_kind: null, public_code: () => randomUUID(), expires_in_days: 30 },
    signers: { auth: 'account', role: 'signer', status: 'waiting' },
    fields: { x: 0.1, y: 0.1, width: 0.2, height: 0.1, type: 'text' },
    audit_events: { event: 'created' },
  },
  inputs: {
    'update-envelope': { title: 'Another title' },
    'open-envelope': { token: 'A'.repeat(43) },
    'respond-envelope': { token: 'A'.repeat(43), decision: 'decline', content_hash: 'a'.repeat(64), reason: 'No' },
  },
  refused: ['create-envelope', 'send-envelope', 'open-envelope', 'respond-envelope'],
};
