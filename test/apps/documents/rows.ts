import type { Samples } from '../../contract/samples.js';

export const samples: Samples = {
  rows: {
    items: { kind: 'document', tags: '{}', parent_id: null, trashed_at: null, trash_root_id: null },
    uploads: { status: 'open', expires_at: '2999-01-01T00:00:00Z', item_id: null, parent_id: null },
    links: { revoked_at: null, expires_at: null, max_downloads: null, password_hash: null },
  },
  inputs: {
    'create-folder': { name: 'A folder', parent_id: null },
    'start-upload': {
      name: 'a.txt',
      content_type: 'text/plain',
      size_bytes: 5,
      document_id: undefined,
      parent_id: null,
      base_version: undefined,
    },
    'create-link': { expires_at: null },
    'update-link': { expires_at: null },
  },
  refused: [
    'complete-upload',
    'update-folder',
    'update-document',
    'get-document',
    'restore-version',
    'copy-document',
    'trash-items',
    'restore-items',
    'delete-items',
    'set-access',
    'open-link',
    'download-link',
  ],
};
