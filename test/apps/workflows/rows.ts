import type { Samples } from '../../contract/samples.js';

const definition = { trigger: { kind: 'manual' }, steps: [] };

export const samples: Samples = {
  rows: { workflows: { draft: definition, status: 'paused', active_version: null }, workflow_versions: { definition } },
  inputs: {
    'create-workflow': { definition },
    'update-workflow': ({ updated_at }) => ({ definition, from_version: undefined, expected_updated_at: updated_at }),
    'run-workflow': { use_draft: true },
    'save-secret': { name: 'TOKEN', value: 'value' },
  },
  refused: ['retry-run', 'decide-approval', 'rotate-hook-token'],
};
