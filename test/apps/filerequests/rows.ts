import { randomUUID } from 'node:crypto';
import type { Samples } from '../../contract/samples.js';

const code = 'A'.repeat(22);

export const samples: Samples = {
  rows: {
    requests: {
      code: () => randomUUID().replaceAll('-', '').slice(0, 22),
      status: 'open',
      password_hash: null,
      closes_at: null,
    },
    submissions: { status: 'submitted' },
  },
  inputs: {
    'update-request': { title: 'Another title' },
    'invite-recipients': { recipients: [{ name: 'Client One' }] },
    'review-submission': { decision: 'accept' },
    'open-request': { code },
    'start-upload': { code, name: 'may.pdf', size_bytes: 1, content_type: 'application/pdf' },
    'submit-files': { code },
  },
  refused: ['start-upload', 'submit-files'],
};
