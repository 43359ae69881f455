import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn } from 'class-validator';
import { ArrayUnique } from '../../../platform/http/input/array-unique.js';
import { Instant, ListOf, Nullable, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PRIORITIES, type Priority, STATUSES, type TicketStatus } from '../entities/ticket.entity.js';
import { presentTicket } from '../support.presenter.js';
import { TicketView } from '../support.views.js';
import { Tags } from '../tickets/ticket.inputs.js';
import { UpdateTickets } from '../tickets/update-tickets.js';

class Input {
  /** Of one desk. */
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(50) @ArrayUnique() @Uuid({ each: true }) ticket_ids!: string[];
  @Optional() @IsIn(STATUSES) status?: TicketStatus;
  @Optional() @IsIn(PRIORITIES) priority?: Priority;
  /** Null: nobody's. */
  @Optional() @Nullable() @Uuid() assignee_id?: string | null;
  /** In the place of those that there are. */
  @Tags() tags?: string[];
  @Tags() add_tags?: string[];
  @Tags() remove_tags?: string[];
  @Optional() @Written(1, 200) subject?: string;
  /** Of one ticket: refused where somebody has changed it since. */
  @Optional() @Instant() expected_updated_at?: string;
}

class Result {
  @ListOf(() => TicketView) tickets!: TicketView[];
}

@Action('update-ticket', {
  access: 'authenticated',
  changes: true,
  about: { ticket: 'tickets' },
  description: 'Changes tickets of a desk, all of those that are named or none.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Assignee is not an active agent', 'Nothing to change'],
    403: ['Forbidden'],
    404: ['Ticket not found'],
    409: ['Status cannot go from <from> to <to>', 'Ticket has changed', 'Ticket was merged into #<n>'],
  },
})
export class UpdateTicket {
  constructor(private readonly updates: UpdateTickets) {}

  async run({ input: { ticket_ids, expected_updated_at, ...wanted }, caller }: Call<Input>) {
    const tickets = await this.updates.run(ticket_ids, caller, wanted, expected_updated_at);
    return { tickets: tickets.map((ticket) => presentTicket(ticket, true)) };
  }
}
