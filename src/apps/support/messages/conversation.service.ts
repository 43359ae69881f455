import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Message } from '../entities/ticket.entity.js';
import { presentMessage, type MessageView } from '../support.views.js';
import type { TicketChange } from '../tickets/ticket-change.js';
import { MessageRepository } from './message.repository.js';
import { UploadsService } from './uploads.service.js';

const HOUR = 60 * 60 * 1000;
const MOST_IN_AN_HOUR = 30;

export interface Saying {
  id?: string;
  author_id: string;
  author_kind: 'requester' | 'agent';
  body: string;
  internal?: boolean;
  client_ref?: string;
  canned_reply_id?: string;
  upload_ids?: string[];
}

/** What is said in tickets that are locked: each message has the next number of its ticket. */
@AppProvider()
export class ConversationService {
  constructor(
    private readonly messages: MessageRepository,
    private readonly uploads: UploadsService,
  ) {}

  /** By one of both sides. What follows from it for the ticket is said by the caller. */
  async say(change: TicketChange, { upload_ids = [], internal = false, ...said }: Saying): Promise<MessageView> {
    const { ticket } = change;
    if (said.author_kind === 'requester') await this.refuseMany(change, said.author_id);
    const { client_ref = null, canned_reply_id = null } = said;
    const visibility = internal ? 'internal' : 'public';
    const place = { ticket_id: ticket.id, seq: this.next(change), created_at: change.now };
    const message = { ...said, ...place, client_ref, canned_reply_id, visibility } as const;
    const [row] = (await this.messages.insert([message])) as [Message];
    if (!internal) change.words = said.body;
    const uploads = await this.uploads.give(upload_ids, said.author_id, ticket.owner_id, row.id);
    return presentMessage(row, uploads, this.uploads.open);
  }

  /** By the desk itself, to many: the same words in each. */
  async saySame(changes: TicketChange[], body: string): Promise<void> {
    const by = { author_id: null, author_kind: 'system', visibility: 'public' } as const;
    await this.messages.insert(
      changes.map((change) => ({
        ...by,
        ticket_id: change.ticket.id,
        seq: this.next(change),
        body,
        client_ref: null,
        canned_reply_id: null,
        created_at: change.now,
      })),
    );
  }

  async present(row: Message): Promise<MessageView> {
    return presentMessage(row, (await this.uploads.of([row.id])).get(row.id) ?? [], this.uploads.open);
  }

  private next({ ticket }: TicketChange): number {
    ticket.last_seq += 1;
    return ticket.last_seq;
  }

  private async refuseMany({ ticket, now }: TicketChange, authorId: string): Promise<void> {
    const at = await this.messages.nthLast(ticket.id, authorId, MOST_IN_AN_HOUR);
    if (at && +at > +now - HOUR) throw new Refusal(409, 'Too many messages');
  }
}
