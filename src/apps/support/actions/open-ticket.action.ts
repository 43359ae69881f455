import { IsIn } from 'class-validator';
import { Chars, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PRIORITIES, type Priority, type TicketRow } from '../entities/ticket.entity.js';
import { presentTicket, SaidResult } from '../support.views.js';
import { SupportNotificationsService } from '../support-notifications.service.js';
import { ConversationService } from '../messages/conversation.service.js';
import { MessageRepository } from '../messages/message.repository.js';
import { DesksService } from '../desks/desks.service.js';
import { allowedBySiteRole, seesAsAdmin } from '../../kernel/calls/site-role.js';
import { forbidden, invalid } from '../../../platform/http/refusal.js';
import { NewTicketsService } from '../tickets/new-tickets.service.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { Tags, UploadIds } from '../tickets/ticket.inputs.js';

class Input {
  /** The user whose desk it is. */
  @Uuid() desk_id!: string;
  @Written(1, 200) subject!: string;
  @Written(1, 20_000) body!: string;
  /** Urgent: for the desk alone. */
  @Optional() @IsIn(PRIORITIES) priority?: Priority;
  /** What it is about: an order, an event, a course. */
  @Optional() @Chars(1, 40) reference_type?: string;
  @Optional() @Uuid() reference_id?: string;
  @UploadIds() upload_ids?: string[];
  /** The same again: the ticket that was made the first time. */
  @Optional() @Chars(1, 64) client_ref?: string;
  /** For whom the desk opens it. */
  @Optional() @Uuid() requester_id?: string;
  @Tags() tags?: string[];
}

@Action('open-ticket', {
  access: 'authenticated',
  changes: true,
  about: 'ticket',
  description: 'Asks a desk for help, or notes for the desk that somebody did.',
  input: Input,
  result: SaidResult,
  refuses: {
    400: ['File type is not allowed'],
    403: ['Forbidden'],
    404: ['Desk not found', 'User not found', 'Upload not found'],
    409: ['Desk takes no tickets now', 'Too many open tickets'],
  },
})
export class OpenTicket {
  constructor(
    private readonly desks: DesksService,
    private readonly opening: NewTicketsService,
    private readonly rows: TicketRepository,
    private readonly messages: MessageRepository,
    private readonly conversation: ConversationService,
    private readonly notifications: SupportNotificationsService,
  ) {}

  async run({ input: asked, caller, operationId: id }: Call<Input>): Promise<SaidResult> {
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
      const [ticket] = (await this.rows.byIds([known.id])) as [TicketRow];
      return { ticket: presentTicket(ticket, isDesk), message: await this.conversation.present(known) };
    }
    const { subject, body, reference_type = null, reference_id = null, upload_ids } = asked;
    const about = { subject, body, priority, tags: [...new Set(tags)], reference_type, reference_id };
    const people = { opener_id: caller.id, requester_id };
    const made = await this.opening.open(desk, { id, ...people, ...about, client_ref, upload_ids });
    await this.tell(made, caller.id);
    return { ticket: presentTicket(made.ticket, isDesk), message: made.message };
  }

  private async tell({ ticket, message, autoReply }: Awaited<ReturnType<NewTicketsService['open']>>, by: string) {
    const watching = await this.desks.watching(ticket.owner_id, ticket.assignee_id);
    this.notifications.opened(ticket, message.body, watching, by);
    if (autoReply) this.notifications.autoReplied(ticket, autoReply);
    if (by !== ticket.requester_id) this.notifications.replied(ticket, message, [ticket.requester_id]);
  }
}
