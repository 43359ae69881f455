import type { Samples } from '../../contract/samples.js';

const DAY = 86_400_000;
const STARTS = new Date(Date.UTC(2031, 4, 5, 12));
const ENDS = new Date(+STARTS + DAY);
const TIMES = { starts_at: STARTS.toISOString(), ends_at: ENDS.toISOString() };

export const samples: Samples = {
  rows: {
    events: {
      starts_at: STARTS,
      ends_at: ENDS,
      status: 'published',
      format: 'in_person',
      venue_name: 'The hall',
      address: '1 Main Street',
      timezone: 'UTC',
      currency: 'usd',
      capacity: 10,
      sold: 1,
      held: 0,
      max_per_buyer: 10,
      questions: '[]',
      calendar_sequence: 0,
    },
    ticket_types: {
      price_minor: 0,
      quantity: 10,
      sold: 1,
      held: 0,
      status: 'active',
      sales_start_at: null,
      sales_end_at: null,
    },
    promo_codes: { percent_off: 10, amount_off_minor: null, used: 0, max_uses: 5 },
    orders: { status: 'confirmed', subtotal_minor: 0, discount_minor: 0, total_minor: 0, refund_due_minor: 0 },
    tickets: { status: 'valid', price_minor: 0, checked_in_at: null, answers: '{}' },
    waitlist_entries: { status: 'waiting', quantity: 1 },
  },
  inputs: {
    'create-event': { ...TIMES, timezone: 'UTC', format: 'in_person', questions: [] },
    'update-event': { ...TIMES, timezone: 'UTC', capacity: 20, questions: [] },
    'save-ticket-type': { name: 'Balcony', ticket_type_id: undefined, sales_start_at: null, sales_end_at: null },
    'save-promo-code': { code: 'EARLY', percent_off: 10, amount_off: undefined, ticket_type_ids: null, max_uses: 5 },
    'transfer-ticket': { attendee_name: 'Bo', to_user_id: undefined },
  },
  // They name a type or a ticket of the event, which the sweep cannot know.
  refused: ['join-waitlist', 'check-in-ticket', 'book-tickets'],
};
