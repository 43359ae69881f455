import type { Samples } from '../../contract/samples.js';

export const samples: Samples = {
  rows: {
    projects: { client_id: null, rounding_mode: 'up', rounding_minutes: 15, currency: 'usd' },
    entries: {
      started_at: '2026-01-05T09:00:00Z',
      ended_at: '2026-01-05T10:00:00Z',
      local_date: '2026-01-05',
      task_id: null,
      batch_id: null,
      tags: '{}',
      currency: 'usd',
    },
    time_sums: { currency: 'usd' },
    owner_state: { locked_until: null },
    invoice_batches: { rounding: '{"minutes":0,"mode":"up","scope":"entry"}', lines: '[]', currency: 'usd' },
  },
  inputs: {
    'create-project': { client_id: null, currency: 'usd' },
    'update-project': { client_id: null, currency: 'usd' },
    'save-task': { task_id: undefined },
    'start-timer': { project_id: null, task_id: null, continue_entry_id: undefined, started_at: undefined },
    'create-entry': {
      project_id: null,
      task_id: null,
      started_at: '2026-01-05T09:00:00Z',
      ended_at: undefined,
      duration_seconds: 60,
    },
    'update-entry': {
      project_id: null,
      task_id: null,
      started_at: undefined,
      ended_at: undefined,
      duration_seconds: 60,
    },
    'bulk-update-entries': { project_id: null, task_id: null },
    'get-report': { from: '2026-01-01', to: '2026-01-31', group_by: ['project'] },
    'lock-period': { until: '2020-01-01' },
  },
  // They need a running timer, entries of the caller, or a client of Invoicing.
  refused: ['stop-timer', 'discard-timer', 'bulk-update-entries', 'create-invoice'],
};
