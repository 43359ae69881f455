import { AppProvider } from '../../kernel/app-provider.js';
import { viewOf } from '../../kernel/rows/view.js';
import { notFound } from '../../../platform/http/refusal.js';
import { DeskRepository } from '../desks/desk.repository.js';
import { CannedReply } from '../entities/desk.entity.js';
import { CannedReplyRepository } from './canned-reply.repository.js';
import { filled, type Filling } from './placeholders.js';
import type { TicketRow } from '../entities/ticket.entity.js';

export class CannedReplyView extends viewOf(CannedReply, { without: ['owner_id'] }) {}

/** Texts that the agents of a desk use often. */
@AppProvider()
export class CannedRepliesService {
  constructor(
    private readonly rows: CannedReplyRepository,
    private readonly people: DeskRepository,
  ) {}

  /** The text of a canned reply with the values of a ticket and of the agent who sends it. */
  async use(id: string, ticket: TicketRow, agentId: string): Promise<string> {
    const reply = await this.rows.findOne({ id, owner_id: ticket.owner_id });
    if (reply?.status !== 'active') throw notFound('Canned reply');
    return filled(reply.body, await this.filling(ticket, agentId));
  }

  used(id: string): void {
    this.rows.used(id);
  }

  async filling({ owner_id, requester_id, number, subject }: TicketRow, agentId: string): Promise<Filling> {
    const names = await this.people.names([requester_id, agentId], owner_id);
    return {
      'requester.name': names.get(requester_id) ?? 'customer',
      'agent.name': names.get(agentId) ?? 'Support',
      'ticket.number': String(number),
      'ticket.subject': subject,
    };
  }
}
