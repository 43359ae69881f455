import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { DesksService } from '../desks/desks.service.js';
import { CannedReplyRepository } from '../replies/canned-reply.repository.js';
import { CannedRepliesService } from '../replies/canned-replies.service.js';
import { filled } from '../replies/placeholders.js';
import { present } from '../../kernel/rows/view.js';
import { CannedReplyView } from '../replies/canned-replies.service.js';
import { TicketRepository } from '../tickets/ticket.repository.js';

class Input extends Page {
  @Optional() @Uuid() desk_id?: string;
  @Optional() @Chars(1, 200) q?: string;
  /** Of the desk: what stands for its words is filled in. */
  @Optional() @Uuid() ticket_id?: string;
}

class Result extends pageOf('canned_replies', () => CannedReplyView) {}

@Action('list-canned-replies', {
  access: 'authenticated',
  description: 'The canned replies of a desk that are not archived, most used first.',
  input: Input,
  result: Result,
  refuses: { 400: ['desk_id is required'], 403: ['Forbidden'], 404: ['Ticket not found'] },
})
export class ListCannedReplies {
  constructor(
    private readonly desks: DesksService,
    private readonly tickets: TicketRepository,
    private readonly rows: CannedReplyRepository,
    private readonly replies: CannedRepliesService,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const [ticket] = input.ticket_id ? await this.tickets.byIds([input.ticket_id]) : [];
    const ownerId = await this.desks.meant(input.desk_id ?? ticket?.owner_id, caller);
    if (input.ticket_id && ticket?.owner_id !== ownerId) throw notFound('Ticket');
    const { rows, next_cursor } = await this.rows.list(ownerId, input.q, pageQuery(input));
    const filling = ticket && (await this.replies.filling(ticket, caller.id));
    const canned_replies = rows.map((row) =>
      present(CannedReplyView, filling ? { ...row, body: filled(row.body, filling) } : row),
    );
    return { canned_replies, next_cursor };
  }
}
