import { IsInt, Max, Min } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DesksService } from '../desks/desks.service.js';
import { EventView, NamedMessageView, NamedTicketView, RatingView } from '../support.views.js';
import { TicketAccessService } from '../tickets/ticket-access.service.js';
import { TicketDetailsService } from '../tickets/ticket-details.service.js';
import { TicketRepository } from '../tickets/ticket.repository.js';

const MOST_SEQ = 2_147_483_647;

class Input {
  @Optional() @Uuid() ticket_id?: string;
  /** Of the desk; without `ticket_id`. */
  @Optional() @IsInt() @Min(1) @Max(MOST_SEQ) number?: number;
  @Optional() @Uuid() desk_id?: string;
  /** Messages before that one: older ones. */
  @Optional() @IsInt() @Min(1) @Max(MOST_SEQ) before_seq?: number;
  /** Of messages: 50 where it is not given, and at most 100. */
  @Optional() @IsInt() @Min(1) limit?: number;
}

class Result {
  @Nested(() => NamedTicketView) ticket!: NamedTicketView;
  /** The latest, oldest first. */
  @ListOf(() => NamedMessageView) messages!: NamedMessageView[];
  @ListOf(() => EventView) events!: EventView[];
  @Nullable() @Nested(() => RatingView) rating!: RatingView | null;
}

@Action('get-ticket', {
  access: 'authenticated',
  description: 'A ticket with what was said in it and what became of it, as the caller may see it.',
  input: Input,
  result: Result,
  refuses: { 400: ['desk_id is required'], 403: ['Forbidden'], 404: ['Ticket not found'] },
})
export class GetTicket {
  constructor(
    private readonly rows: TicketRepository,
    private readonly access: TicketAccessService,
    private readonly desks: DesksService,
    private readonly details: TicketDetailsService,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { ticket_id, number, desk_id, before_seq = MOST_SEQ, limit = 50 } = input;
    if (ticket_id === undefined && number === undefined)
      throw invalid({ field: 'ticket_id', message: 'Give ticket_id or number' });
    const ticket = ticket_id
      ? (await this.rows.byIds([ticket_id]))[0]
      : await this.rows.findOne({ owner_id: desk_id ?? (await this.desks.usual(caller.id)), number });
    return this.details.of(await this.access.see(ticket, caller), before_seq, Math.min(limit, 100));
  }
}
