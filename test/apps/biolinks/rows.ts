import type { Samples } from '../../contract/samples.js';

export const samples: Samples = {
  rows: {
    pages: { theme_options: {} },
    blocks: { kind: 'contact_form', title: 'Write', url: null, data: { consent_text: 'I agree.' } },
  },
  inputs: {
    'create-page': { handle: 'sample.page', title: 'A sample' },
    'update-page': { title: 'A sample', theme_options: { accent: '#112233' }, avatar_url: null, reset_counts: true },
    'save-block': { kind: 'text', data: { text: 'A sample' } },
  },
  // They are about blocks that the page has.
  refused: ['remove-block', 'reorder-blocks'],
};
