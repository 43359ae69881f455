import type { Samples } from '../../contract/samples.js';

export const samples: Samples = {
  rows: {
    docs: { language: 'english', body: 'Some words.', revision: 1, import_status: null, deleted_at: null, tags: '{}' },
    runs: {
      status: 'queued',
      input: '{}',
      state: '{}',
      citations: '[]',
      source_doc_ids: '{}',
      finished_at: null,
      wake_at: '2099-01-01T00:00:00Z',
    },
  },
  inputs: {
    'create-doc': { language: 'english', import: undefined },
    'update-doc': { base_revision: 1, language: 'english', apply_run_id: undefined, restore_revision: undefined },
    'get-doc': { revision: undefined },
    'delete-doc': { restore: undefined, permanent: undefined },
    'ask-docs': { doc_ids: undefined },
  },
  // There is no provider in these tests.
  refused: ['generate-text', 'rewrite-text'],
};
