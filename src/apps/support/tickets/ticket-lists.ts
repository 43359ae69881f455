import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { invalid } from '../../../platform/http/refusal.js';
import { DeskRepository } from '../desks/desk.repository.js';
import { Desks } from '../desks/desks.js';
import { Naming } from '../desks/naming.js';
import { type TicketFilters, TicketListRepository, type TicketSort } from './ticket-list.repository.js';

/** Filters over internal fields, which a customer could infer from the result; refused for customers. */
const DESK_ALONE = ['tag', 'breached', 'due_before'] as const;
const NUMBER = /^(#?)(\d{1,9})$/;

export interface ListQuery extends PageQuery {
  filters: Omit<TicketFilters, 'number' | 'digits'> & { desk_id?: string; q?: string };
  sort: TicketSort;
}

@AppProvider()
export class TicketLists {
  constructor(
    private readonly lists: TicketListRepository,
    private readonly desks: Desks,
    private readonly rows: DeskRepository,
    private readonly naming: Naming,
  ) {}

  /** Of a desk, to those who work there. */
  async forDesk(caller: Caller, { filters, sort, ...page }: ListQuery) {
    const desk_id = await this.desks.meant(filters.desk_id, caller);
    const [{ rows, next_cursor }, counts] = await Promise.all([
      this.lists.list({ ...found(filters), desk_id }, sort, page),
      this.counts(desk_id),
    ]);
    return { tickets: await this.naming.tickets(rows, true), next_cursor, counts };
  }

  /** The caller's own, at all desks. */
  async forRequester(caller: Caller, { filters, sort, ...page }: ListQuery) {
    const hidden = DESK_ALONE.filter((name) => filters[name] !== undefined);
    const faults = [...hidden, ...(sort === 'due' ? ['sort'] : [])];
    if (faults.length)
      throw invalid(...faults.map((field) => ({ field, message: `${field} is for the desk: give role agent` })));
    const own = { ...found(filters), requester_id: caller.id };
    const { rows, next_cursor } = await this.lists.list(own, sort, page);
    return { tickets: await this.naming.tickets(rows, false), next_cursor, counts: null };
  }

  private async counts(ownerId: string) {
    return this.lists.counts(ownerId, await this.rows.tickets(ownerId));
  }
}

/** `#7` is a ticket; a bare number may as well be that of an order, which somebody has written of. */
function found({ q, ...filters }: ListQuery['filters']): TicketFilters {
  const [, sign, digits] = NUMBER.exec(q?.trim() ?? '') ?? [];
  if (!digits) return { ...filters, q };
  return sign ? { ...filters, number: digits } : { ...filters, digits };
}
