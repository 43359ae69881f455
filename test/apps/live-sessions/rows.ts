import type { Samples } from '../../contract/samples.js';

const MINUTE = 60_000;
const STARTS = new Date(Date.UTC(2031, 4, 5, 12));
const ENDS = new Date(+STARTS + 60 * MINUTE);

export const samples: Samples = {
  rows: {
    offerings: { kind: 'group', seats: 10, duration_minutes: 60, slot_step_minutes: 60 },
    sessions: {
      status: 'scheduled',
      starts_at: STARTS,
      ends_at: ENDS,
      busy: `[${STARTS.toISOString()},${ENDS.toISOString()})`,
      seats: 10,
      booked: 1,
    },
    bookings: { status: 'confirmed', price_minor: 0 },
  },
  inputs: {
    'create-offering': { kind: 'group', price: 0 },
    'set-availability': { weekly: { mon: [['09:00', '12:00']] } },
    'list-available-slots': { from: '2031-05-01', to: '2031-05-10' },
    'schedule-session': () => ({ starts_at: new Date(Date.now() + 1440 * MINUTE).toISOString(), repeat_weeks: 2 }),
    'update-session': () => ({ starts_at: new Date(Date.now() + 1440 * MINUTE).toISOString(), seats: 5 }),
  },
  // The session has not begun, and a booking is made or moved after another one.
  refused: ['end-session', 'join-session', 'book-session', 'reschedule-booking'],
};
