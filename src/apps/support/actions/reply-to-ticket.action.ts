import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { Chars, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { forbidden, Refusal } from '../../../platform/http/refusal.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { presentTicket, SaidResult } from '../support.views.js';
import { isOfDesk, ReplyService } from '../tickets/reply.service.js';
import { UploadIds } from '../tickets/ticket.inputs.js';
import { TicketAccessService } from '../tickets/ticket-access.service.js';
import { TicketsService } from '../tickets/tickets.service.js';

const GIVEN = ['open', 'pending', 'resolved'] as const;
const MOST_SEQ = 2_147_483_647;

class Input {
  @Uuid() ticket_id!: string;
  @Optional() @Written(1, 20_000) body?: string;
  /** Its words, where there is no body. */
  @Optional() @Uuid() canned_reply_id?: string;
  /** For the desk alone. */
  @Optional() @IsBoolean() internal?: boolean;
  @Optional() @IsIn(GIVEN) status?: (typeof GIVEN)[number];
  @UploadIds() upload_ids?: string[];
  /** The last message that was read before this one was written. */
  @Optional() @IsInt() @Min(0) @Max(MOST_SEQ) seen_seq?: number;
  /** The same again: the message that was made the first time. */
  @Optional() @Chars(1, 64) client_ref?: string;
}

@Action('reply-to-ticket', {
  access: 'authenticated',
  changes: true,
  about: 'ticket',
  description: 'An answer in a ticket, by its customer or by the desk, or a note of the desk for itself.',
  input: Input,
  result: SaidResult,
  refuses: {
    400: ['Give body or canned_reply_id', 'File type is not allowed'],
    403: ['Forbidden'],
    404: ['Ticket not found', 'Canned reply not found', 'Upload not found'],
    409: [
      'Desk takes no tickets now',
      'Ticket is closed',
      'Ticket was merged into #<n>',
      'Ticket has newer messages',
      'Too many messages',
    ],
  },
})
export class ReplyToTicket {
  constructor(
    private readonly access: TicketAccessService,
    private readonly reply: ReplyService,
    private readonly tickets: TicketsService,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { change, isDesk, isAgent, hasOwner } = await this.access.change(input.ticket_id, caller);
    const { ticket } = change;
    const known = await this.reply.before(change, caller, input.client_ref);
    if (known) return { ticket: presentTicket(ticket, isDesk), message: known };
    await this.access.refuseMerged(ticket);
    if (isOfDesk(input) && !isAgent && !allowedBySiteRole(caller)) throw forbidden();
    if (!hasOwner) throw new Refusal(409, 'Desk takes no tickets now');
    // An agent who asks at their own desk is its customer, unless the input is something only the desk can send.
    const isAsking = caller.id === ticket.requester_id && !isOfDesk(input);
    const message = await (isAsking
      ? this.reply.asRequester(change, caller, input)
      : this.reply.asAgent(change, caller, input));
    await this.tickets.keep([change]);
    return { ticket: presentTicket(ticket, isDesk), message };
  }
}
