import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DesksService } from '../desks/desks.service.js';
import type { TicketStatus } from '../entities/ticket.entity.js';
import { ConversationService } from '../messages/conversation.service.js';
import { MessageRepository } from '../messages/message.repository.js';
import { CannedRepliesService } from '../replies/canned-replies.service.js';
import { SupportNotificationsService } from '../support-notifications.service.js';
import { SupportSettings } from '../support.settings.js';
import type { MessageView } from '../support.views.js';
import type { TicketChange } from './ticket-change.js';

const DAY = 24 * 60 * 60 * 1000;

export interface Said {
  body?: string;
  canned_reply_id?: string;
  internal?: boolean;
  status?: Extract<TicketStatus, 'open' | 'pending' | 'resolved'>;
  upload_ids?: string[];
  seen_seq?: number;
  client_ref?: string;
}

/** What somebody says in a ticket, and what comes of it. */
@AppProvider()
export class ReplyService {
  constructor(
    private readonly conversation: ConversationService,
    private readonly messages: MessageRepository,
    private readonly canned: CannedRepliesService,
    private readonly desks: DesksService,
    private readonly settings: AppSettings,
    private readonly notifications: SupportNotificationsService,
  ) {}

  /** The answer to the same call before this one. */
  async before({ ticket }: TicketChange, caller: Caller, client_ref?: string): Promise<MessageView | undefined> {
    const known = client_ref && (await this.messages.byRef(ticket.id, caller.id, client_ref));
    return known ? this.conversation.present(known) : undefined;
  }

  async asRequester(change: TicketChange, caller: Caller, said: Said): Promise<MessageView> {
    const { ticket } = change;
    const { body, client_ref, upload_ids } = said;
    if (body === undefined) throw neither();
    const { reopen_days } = await this.settings.of(SupportSettings, ticket.owner_id);
    if (ticket.closed_at && +change.now > +ticket.closed_at + reopen_days * DAY) throw closed();
    await this.refuseUnseen(change, caller, said.seen_seq);
    const author = { author_id: caller.id, author_kind: 'requester' } as const;
    const message = await this.conversation.say(change, { ...author, body, client_ref, upload_ids });
    change.goOn();
    change.asked();
    const watching = await this.desks.watching(ticket.owner_id, ticket.assignee_id);
    this.notifications.replied(ticket, message, watching);
    return message;
  }

  async asAgent(change: TicketChange, caller: Caller, said: Said): Promise<MessageView> {
    const { ticket } = change;
    const { canned_reply_id, internal = false, status = 'pending', client_ref, upload_ids } = said;
    if (ticket.status === 'closed' && !internal && status !== 'open') throw closed();
    const canned = canned_reply_id && (await this.canned.use(canned_reply_id, ticket, caller.id));
    const body = said.body ?? canned;
    if (body === undefined) throw neither();
    await this.refuseUnseen(change, caller, said.seen_seq);
    if (canned_reply_id) this.canned.used(canned_reply_id);
    const author = { author_id: caller.id, author_kind: 'agent' } as const;
    const words = { body, internal, client_ref, canned_reply_id, upload_ids };
    const message = await this.conversation.say(change, { ...author, ...words });
    if (internal) change.touched();
    else await this.answered(change, caller, message, status);
    return message;
  }

  private async answered(change: TicketChange, { id }: Caller, message: MessageView, status: TicketStatus) {
    const { ticket } = change;
    change.answered();
    change.set(status);
    if (status === 'pending') change.wait();
    if (!ticket.assignee_id && (await this.desks.hasAgent(ticket.owner_id, id))) change.assign(id);
    const { ratings } = await this.settings.of(SupportSettings, ticket.owner_id);
    this.notifications.replied(ticket, message, [ticket.requester_id], ratings && status === 'resolved');
  }

  /** Somebody may have answered while this was written. */
  private async refuseUnseen({ ticket }: TicketChange, { id }: Caller, seen?: number): Promise<void> {
    if (seen === undefined || seen >= ticket.last_seq) return;
    if ((await this.messages.lastOfOthers(ticket.id, id)) > seen) throw new Refusal(409, 'Ticket has newer messages');
  }
}

/** What only the desk can say. */
export const isOfDesk = ({ canned_reply_id, internal, status }: Said) =>
  canned_reply_id !== undefined || internal === true || status !== undefined;

const closed = () => new Refusal(409, 'Ticket is closed');
const neither = () => new Refusal(400, 'Give body or canned_reply_id');
