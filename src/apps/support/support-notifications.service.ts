import { AppProvider } from '../kernel/app-provider.js';
import { type AppNotice, AppNotificationsService } from '../../notifications/app-notifications.service.js';
import type { Due } from './sla/deadlines.js';
import type { MessageView } from './support.views.js';
import type { TicketRow } from './entities/ticket.entity.js';

type Known = Pick<TicketRow, 'id' | 'number' | 'subject' | 'owner_id' | 'requester_id' | 'assignee_id'>;
type More = Pick<AppNotice, 'data' | 'actor_id'>;

const LONGEST = 200;
const NAMES = { response: 'An answer', resolution: 'A solution' } as const;

/** Notifies people of ticket changes, inside their transaction. Nobody is notified of what they did themselves. */
@AppProvider()
export class SupportNotificationsService {
  constructor(private readonly notifications: AppNotificationsService) {}

  opened(ticket: Known, body: string, to: string[], actor_id: string): void {
    this.tell(to, 'support.ticket_opened', ticket, short(body), { actor_id });
  }

  autoReplied(ticket: Known, body: string): void {
    this.tell([ticket.requester_id], 'support.auto_reply', ticket, short(body));
  }

  /** `asksRating`: the customer can rate the ticket. */
  replied(ticket: TicketRow, { body, seq, author_id }: MessageView, to: string[], asksRating = false): void {
    const data = { seq, status: ticket.status, asks_rating: asksRating };
    this.tell(to, 'support.reply', ticket, short(body), { actor_id: author_id, data });
  }

  /** Many at once are told as one. */
  assigned(tickets: Known[], userId: string, actor_id: string | null): void {
    const [ticket] = tickets;
    if (!ticket) return;
    if (tickets.length === 1)
      return this.tell([userId], 'support.assigned', ticket, 'This ticket is yours now.', { actor_id });
    this.notifications.notify(userId, {
      type: 'support.assigned',
      title: `${tickets.length} tickets`,
      body: `${tickets.length} tickets are yours now.`,
      data: { desk_id: ticket.owner_id, tickets: tickets.length },
      actor_id,
    });
  }

  ended(
    ticket: Known & Pick<TicketRow, 'status'>,
    to: string[],
    { body, actor_id = null, asksRating = false }: { body: string; actor_id?: string | null; asksRating?: boolean },
  ): void {
    const data = { status: ticket.status, asks_rating: asksRating };
    this.tell(to, 'support.status', ticket, short(body), { actor_id, data });
  }

  merged(ticket: Known, from: number[], actor_id: string): void {
    const body = `Your tickets ${from.map((number) => `#${number}`).join(', ')} go on in this one.`;
    this.tell([ticket.requester_id], 'support.merged', ticket, body, { actor_id, data: { merged: from } });
  }

  ratedBadly(ticket: Known, score: number, comment: string | null): void {
    const body = [`${score} of 5.`, comment].filter(Boolean).join(' ');
    const more = { actor_id: ticket.requester_id, data: { score } };
    this.tell(ownerAndAssignee(ticket), 'support.bad_rating', ticket, short(body), more);
  }

  addedAgent(ownerId: string, userId: string, deskName: string): void {
    this.notifications.notify(userId, {
      type: 'support.agent_added',
      title: deskName,
      body: 'You are an agent of this desk now.',
      data: { desk_id: ownerId },
      actor_id: ownerId,
    });
  }

  atRisk(ticket: Known, { clock, due_at }: Due): void {
    const body = `${NAMES[clock]} is due at ${due_at.toISOString()}.`;
    const to = [ticket.assignee_id ?? ticket.owner_id];
    this.tell(to, 'support.sla_at_risk', ticket, body, { data: { clock, due_at } });
  }

  breached(ticket: Known, { clock, due_at }: Due): void {
    const body = `${NAMES[clock]} was due at ${due_at.toISOString()}.`;
    this.tell(ownerAndAssignee(ticket), 'support.sla_breached', ticket, body, { data: { clock, due_at } });
  }

  private tell(
    userIds: string[],
    type: AppNotice['type'],
    { id, number, subject, owner_id }: Known,
    body: string,
    { data = {}, actor_id = null }: More = {},
  ): void {
    const known = { ticket_id: id, number, desk_id: owner_id };
    const title = `#${number} ${subject}`;
    this.notifications.notifyMany(userIds, { type, title, body, data: { ...known, ...data }, actor_id });
  }
}

const ownerAndAssignee = ({ owner_id, assignee_id }: Known) => [owner_id, ...(assignee_id ? [assignee_id] : [])];

const short = (text: string) => [...text].slice(0, LONGEST).join('');
