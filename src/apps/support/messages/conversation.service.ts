import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Message } from '../entities/ticket.entity.js';
import { presentMessage, type MessageView } from '../support.views.js';
import type { TicketChange } from '../tickets/ticket-change.js';
import { MessageRepository, type NewMessage } from './message.repository.js';
import { UploadsService } from './uploads.service.js';

const HOUR = 60 * 60 * 1000;
const MOST_IN_AN_HOUR = 30;

interface Saying {
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
  async say(change: TicketChange, { upload_ids, ...said }: Saying): Promise<MessageView> {
    if (said.author_kind === 'requester') await this.refuseMany(change, said.author_id);
    return this.write(change, [this.compose(change, said)], upload_ids);
  }

  /** By the desk itself, to many: the same words in each. */
  async saySame(changes: TicketChange[], body: string): Promise<void> {
    await this.messages.insert(changes.map((change) => this.composeSystem(change, body)));
  }

  /** A message with the next number of its ticket. Nothing is written, because a new ticket is inserted before it. */
  compose(change: TicketChange, { internal = false, ...said }: Omit<Saying, 'upload_ids'>): NewMessage {
    if (!internal) change.words = said.body;
    const { client_ref = null, canned_reply_id = null } = said;
    const visibility = internal ? 'internal' : 'public';
    return { ...said, ...this.place(change), client_ref, canned_reply_id, visibility };
  }

  /** A message of the desk itself. */
  composeSystem(change: TicketChange, body: string): NewMessage {
    const by = { author_id: null, author_kind: 'system', visibility: 'public' } as const;
    return { ...by, ...this.place(change), body, client_ref: null, canned_reply_id: null };
  }

  /** Inserts messages of one ticket. The first one gets the uploads, and is returned. */
  async write({ ticket }: TicketChange, messages: NewMessage[], upload_ids: string[] = []): Promise<MessageView> {
    const [row] = (await this.messages.insert(messages)) as [Message];
    const uploads = await this.uploads.give(upload_ids, row.author_id as string, ticket.owner_id, row.id);
    return presentMessage(row, uploads, this.uploads.open);
  }

  async present(row: Message): Promise<MessageView> {
    return presentMessage(row, (await this.uploads.of([row.id])).get(row.id) ?? [], this.uploads.open);
  }

  private place({ ticket, now }: TicketChange) {
    ticket.last_seq += 1;
    return { ticket_id: ticket.id, seq: ticket.last_seq, created_at: now };
  }

  private async refuseMany({ ticket, now }: TicketChange, authorId: string): Promise<void> {
    const at = await this.messages.nthLast(ticket.id, authorId, MOST_IN_AN_HOUR);
    if (at && +at > +now - HOUR) throw new Refusal(409, 'Too many messages');
  }
}
