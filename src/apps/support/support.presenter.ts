import type { Message, TicketRow, Upload } from './entities/ticket.entity.js';
import type { AgentRow } from './desks/agent.repository.js';
import type { Uploads } from './messages/uploads.js';
import { present } from '../kernel/rows/view.js';
import { type AgentView, MessageView, type TicketView } from './support.views.js';

/** What nobody is shown: how the desk reckons. */
const INSIDE = [
  'response_started_at',
  'response_look_at',
  'resolution_look_at',
  'first_response_seconds',
  'pending_at',
] as const;
const DESK_ALONE = [
  'tags',
  'response_due_at',
  'resolution_due_at',
  'resolution_used_seconds',
  'clock_started_at',
  'response_breached',
  'resolution_breached',
  'warned_response_at',
  'warned_resolution_at',
  'last_seq',
] as const;

/** Of a ticket, for its customer: taken away from its row. */
export const HIDDEN_FROM_REQUESTER: string[] = [...INSIDE, ...DESK_ALONE];

/** As the desk sees it, or as its customer does. */
export function presentTicket({ owner_id: desk_id, ...row }: TicketRow, isDesk: boolean): TicketView {
  const hidden: readonly string[] = isDesk ? INSIDE : HIDDEN_FROM_REQUESTER;
  const shown = Object.entries(row).filter(([name]) => !hidden.includes(name));
  return { desk_id, ...Object.fromEntries(shown) } as unknown as TicketView;
}

export const presentMessage = (row: Message, uploads: Upload[], files: Pick<Uploads, 'open'>): MessageView => ({
  ...present(MessageView, row),
  attachments: uploads.map((upload) => files.open(upload)),
});

export function presentAgent(row: AgentRow): AgentView {
  const { id: _, ...agent } = row;
  return { ...agent, name: agent.display_name ?? agent.name };
}
