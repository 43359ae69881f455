import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { ArrayUnique, Chars, Instant, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import type { Caller } from '../../../platform/access/access.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { invalid } from '../../../platform/http/refusal.js';
import { DeskRepository } from '../desks/desk.repository.js';
import { DesksService } from '../desks/desks.service.js';
import { NamesService } from '../desks/names.service.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PRIORITIES, STATUSES, type TicketStatus } from '../entities/ticket.entity.js';
import { NamedTicketView } from '../support.views.js';
import { type TicketFilters, TicketListRepository, type TicketSort } from '../tickets/ticket-list.repository.js';

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

/** Filters over internal fields, which a customer could infer from the result; refused for customers. */
const DESK_ALONE = ['tag', 'breached', 'due_before'] as const;
const NUMBER = /^(#?)(\d{1,9})$/;

interface ListQuery extends PageQuery {
  filters: Omit<TicketFilters, 'number' | 'digits'> & { desk_id?: string; q?: string };
  sort: TicketSort;
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

class Result extends pageOf('tickets', () => NamedTicketView) {
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
  constructor(
    private readonly lists: TicketListRepository,
    private readonly desks: DesksService,
    private readonly rows: DeskRepository,
    private readonly names: NamesService,
  ) {}

  run({ input, caller }: Call<Input>) {
    const { role = 'requester', sort = 'updated', cursor, limit, ...filters } = input;
    const query = { filters, sort, ...pageQuery({ cursor, limit }) };
    return role === 'agent' ? this.forDesk(caller, query) : this.forRequester(caller, query);
  }

  /** Of a desk, to those who work there. */
  private async forDesk(caller: Caller, { filters, sort, ...page }: ListQuery) {
    const desk_id = await this.desks.meant(filters.desk_id, caller);
    const [{ rows, next_cursor }, counts] = await Promise.all([
      this.lists.list({ ...found(filters), desk_id }, sort, page),
      this.lists.counts(desk_id, await this.rows.tickets(desk_id)),
    ]);
    return { tickets: await this.names.tickets(rows, true), next_cursor, counts };
  }

  /** The caller's own, at all desks. */
  private async forRequester(caller: Caller, { filters, sort, ...page }: ListQuery) {
    const hidden = DESK_ALONE.filter((name) => filters[name] !== undefined);
    const faults = [...hidden, ...(sort === 'due' ? ['sort'] : [])];
    if (faults.length)
      throw invalid(...faults.map((field) => ({ field, message: `${field} is for the desk: give role agent` })));
    const own = { ...found(filters), requester_id: caller.id };
    const { rows, next_cursor } = await this.lists.list(own, sort, page);
    return { tickets: await this.names.tickets(rows, false), next_cursor, counts: null };
  }
}

/** `#7` is a ticket; a bare number may as well be that of an order, which somebody has written of. */
function found({ q, ...filters }: ListQuery['filters']): TicketFilters {
  const [, sign, digits] = NUMBER.exec(q?.trim() ?? '') ?? [];
  if (!digits) return { ...filters, q };
  return sign ? { ...filters, number: digits } : { ...filters, digits };
}
