import type { Samples } from '../../contract/samples.js';

const TICKET = '01900000-0000-7000-8000-00000000a001';
const REPLY = '01900000-0000-7000-8000-00000000c001';

/** Whose a ticket is, tables beside it say: so the sweeps are told which ones there are. */
export const samples: Samples = {
  rows: {
    desks: { next_number: 100 },
    tickets: {
      id: TICKET,
      status: 'resolved',
      resolved_at: new Date(),
      updated_at: new Date(0),
      last_seq: 10,
    },
    canned_replies: { id: REPLY },
  },
  inputs: {
    'reply-to-ticket': { ticket_id: TICKET, body: 'Hello', canned_reply_id: undefined, upload_ids: [] },
    'update-ticket': { ticket_ids: [TICKET], priority: 'high', expected_updated_at: undefined },
    'close-ticket': { ticket_id: TICKET },
    'save-canned-reply': {
      shortcut: 'hello',
      title: 'Hello',
      body: 'Hello there',
      canned_reply_id: undefined,
    },
  },
  // They name somebody's desk, an agent or a second ticket.
  refused: ['open-ticket', 'create-upload', 'merge-tickets', 'save-agent'],
};
