import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { ArrayUnique } from '../../../platform/http/input/array-unique.js';
import { Chars, Instant, ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PRIORITIES, STATUSES, type TicketStatus } from '../entities/ticket.entity.js';
import { NamedTicketView } from '../support.views.js';
import { TicketLists } from '../tickets/ticket-lists.js';

const ROLES = ['requester', 'agent'] as const;
const SORTS = ['updated', 'due', 'created'] as const;

class Input extends Page {
  @Optional() @IsIn(ROLES) role?: (typeof ROLES)[number];
  @Optional() @Uuid() desk_id?: string;
  @Optional()
  @IsArray()
  @ArrayMaxSize(STATUSES.length)
  @ArrayUnique()
  @IsIn(STATUSES, { each: true })
  status?: TicketStatus[];
  @Optional() @IsIn(PRIORITIES) priority?: (typeof PRIORITIES)[number];
  @Optional() @Uuid() assignee_id?: string;
  @Optional() @IsBoolean() unassigned?: boolean;
  @Optional() @Chars(1, 40) tag?: string;
  @Optional() @Uuid() requester_id?: string;
  @Optional() @IsBoolean() breached?: boolean;
  @Optional() @Instant() due_before?: string;
  @Optional() @Chars(1, 40) reference_type?: string;
  @Optional() @Uuid() reference_id?: string;
  /** A number, or words of the subject and of what was said for all to read. */
  @Optional() @Chars(1, 200) q?: string;
  @Optional() @IsIn(SORTS) sort?: (typeof SORTS)[number];
}

class ByStatus {
  @IsInt() new!: number;
  @IsInt() open!: number;
  @IsInt() pending!: number;
  @IsInt() resolved!: number;
  @IsInt() closed!: number;
}

/** Of all of the desk; unassigned and breached of what is new, open or pending. */
class Counts {
  @Nested(() => ByStatus) by_status!: ByStatus;
  @IsInt() unassigned!: number;
  @IsInt() breached!: number;
}

class Result {
  @ListOf(() => NamedTicketView) tickets!: NamedTicketView[];
  @Nullable() @IsString() next_cursor!: string | null;
  /** For the desk. */
  @Nullable() @Nested(() => Counts) counts!: Counts | null;
}

@Action('list-tickets', {
  access: 'authenticated',
  description: 'The own tickets at all desks, or those of a desk to whoever works there.',
  input: Input,
  result: Result,
  refuses: { 400: ['desk_id is required'], 403: ['Forbidden'] },
})
export class ListTickets {
  constructor(private readonly lists: TicketLists) {}

  run({ input, caller }: Call<Input>) {
    const { role = 'requester', sort = 'updated', cursor, limit, ...filters } = input;
    const query = { filters, sort, ...pageQuery({ cursor, limit }) };
    return role === 'agent' ? this.lists.forDesk(caller, query) : this.lists.forRequester(caller, query);
  }
}
