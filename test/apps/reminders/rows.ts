import type { Samples } from '../../contract/samples.js';

export const samples: Samples = {
  rows: { reminders: { rrule: 'FREQ=DAILY' } },
  inputs: {
    'create-reminder': { at: '2031-05-01T09:00' },
    'snooze-reminder': { minutes: 30 },
  },
};
