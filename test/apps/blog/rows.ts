import type { Samples } from '../../contract/samples.js';

export const samples: Samples = {
  rows: { posts: { title: 'A post', body_markdown: 'Words', status: 'draft', version: 1 } },
  inputs: {
    'save-blog': { handle: 'sample-blog', title: 'Sample' },
    'update-post': { version: 1 },
  },
  refused: ['create-post', 'unpublish-post', 'restore-revision'],
};
