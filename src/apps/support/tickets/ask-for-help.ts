import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { forbidden, invalid } from '../../../platform/http/refusal.js';
import { allowedBySiteRole, seesAsAdmin } from '../../kernel/calls/site-role.js';
import { Desks } from '../desks/desks.js';
import type { Priority, TicketRow } from '../entities/ticket.entity.js';
import { Conversation } from '../messages/conversation.js';
import { MessageRepository } from '../messages/message.repository.js';
import { SupportNews } from '../support-news.js';
import { presentTicket } from '../support.presenter.js';
import type { SaidResult } from '../support.views.js';
import { OpenTickets } from './open-tickets.js';
import { TicketRepository } from './ticket.repository.js';

export interface Asked {
  desk_id: string;
  subject: string;
  body: string;
  priority?: Priority;
  reference_type?: string;
  reference_id?: string;
  upload_ids?: string[];
  client_ref?: string;
  requester_id?: string;
  tags?: string[];
}

/** A ticket is opened, once, and who looks after it hears of it. */
@AppProvider()
export class AskForHelp {
  constructor(
    private readonly desks: Desks,
    private readonly opening: OpenTickets,
    private readonly rows: TicketRepository,
    private readonly messages: MessageRepository,
    private readonly conversation: Conversation,
    private readonly news: SupportNews,
  ) {}

  async ask(id: string, caller: Caller, asked: Asked): Promise<SaidResult> {
    const { desk_id, requester_id = caller.id, priority = 'normal', tags = [], client_ref } = asked;
    await this.desks.mustBeThere(desk_id);
    const isAgent = await this.desks.isAgent(desk_id, caller.id);
    const isDesk = isAgent || seesAsAdmin(caller);
    const isForDesk = asked.requester_id !== undefined || asked.tags !== undefined;
    if (isForDesk && !isAgent && !allowedBySiteRole(caller)) throw forbidden();
    if (priority === 'urgent' && !isAgent && !allowedBySiteRole(caller))
      throw invalid({ field: 'priority', message: 'priority must be one of low, normal and high' });
    const desk = await this.desks.lock(desk_id);
    const known = client_ref && (await this.messages.opened(caller.id, client_ref, desk_id));
    if (known) {
      const [ticket] = (await this.rows.find([known.id])) as [TicketRow];
      return { ticket: presentTicket(ticket, isDesk), message: await this.conversation.present(known) };
    }
    const { subject, body, reference_type = null, reference_id = null, upload_ids } = asked;
    const about = { subject, body, priority, tags: [...new Set(tags)], reference_type, reference_id };
    const people = { opener_id: caller.id, requester_id };
    const made = await this.opening.open(desk, { id, ...people, ...about, client_ref, upload_ids });
    await this.tell(made, caller.id);
    return { ticket: presentTicket(made.ticket, isDesk), message: made.message };
  }

  private async tell({ ticket, message, autoReply }: Awaited<ReturnType<OpenTickets['open']>>, by: string) {
    const watching = await this.desks.watching(ticket.owner_id, ticket.assignee_id);
    this.news.opened(ticket, message.body, watching, by);
    if (autoReply) this.news.autoReplied(ticket, autoReply);
    if (by !== ticket.requester_id) this.news.replied(ticket, message, [ticket.requester_id]);
  }
}
