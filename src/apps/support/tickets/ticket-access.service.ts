import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/access.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { allowedBySiteRole, seesAsAdmin } from '../../kernel/calls/site-role.js';
import { DeskRepository } from '../desks/desk.repository.js';
import { DesksService } from '../desks/desks.service.js';
import type { TicketChange } from './ticket-change.js';
import { TicketRepository } from './ticket.repository.js';
import { TicketsService } from './tickets.service.js';
import type { TicketRow } from '../entities/ticket.entity.js';

export interface Seen {
  ticket: TicketRow;
  isDesk: boolean;
}

export interface Changed {
  change: TicketChange;
  /** The owner of the desk, or an active agent of it. */
  isAgent: boolean;
  /** The same, and administrators: they are shown what the desk is shown. */
  isDesk: boolean;
  /** False if the account of the desk's owner is deleted. */
  hasOwner: boolean;
}

/** Tickets for those who have to do with them: the desk's side, or the customer too. */
@AppProvider()
export class TicketAccessService {
  constructor(
    private readonly rows: TicketRepository,
    private readonly tickets: TicketsService,
    private readonly desks: DesksService,
    private readonly people: DeskRepository,
  ) {}

  async see(ticket: TicketRow | undefined, caller: Caller): Promise<Seen> {
    if (!ticket) throw notFound('Ticket');
    const isDesk = await this.desks.isAt(ticket.owner_id, caller);
    if (!isDesk && ticket.requester_id !== caller.id) throw forbidden();
    return { ticket, isDesk };
  }

  /**
   * For either side. Locks in the order that the deletion of an account takes: the owner of the desk, its agents, the
   * ticket.
   */
  async change(ticketId: string, caller: Caller): Promise<Changed> {
    const [ticket] = await this.rows.byIds([ticketId]);
    if (!ticket) throw notFound('Ticket');
    const hasOwner = await this.people.isUser(ticket.owner_id);
    const isAgent = await this.desks.hasAgent(ticket.owner_id, caller.id);
    const isParty = isAgent || ticket.requester_id === caller.id;
    if (!isParty && !allowedBySiteRole(caller)) throw forbidden();
    const [change] = await this.tickets.changes(await this.rows.lock([ticketId]), caller.id);
    return { change: change as TicketChange, isAgent, isDesk: isAgent || seesAsAdmin(caller), hasOwner };
  }

  /** For the desk, of which all of them are; `holding`: who else has to stay an agent. In the order of the ids. */
  async changeAll(
    ids: string[],
    caller: Caller,
    holding?: (ownerId: string) => Promise<void>,
  ): Promise<TicketChange[]> {
    const known = await this.rows.byIds(ids);
    const first = known.find(({ id }) => id === ids[0]);
    if (!first) throw notFound('Ticket');
    if (!(await this.desks.holdsAt(first.owner_id, caller))) throw forbidden();
    const isOfDesk = known.every(({ owner_id }) => owner_id === first.owner_id);
    if (known.length !== ids.length || !isOfDesk) throw notFound('Ticket');
    await holding?.(first.owner_id);
    const changes = await this.tickets.changes(await this.rows.lock(ids), caller.id);
    const byId = new Map(changes.map((change) => [change.ticket.id, change]));
    return ids.map((id) => byId.get(id) as TicketChange);
  }

  /** What has gone into another goes on there. */
  async refuseMerged({ merged_into_id }: TicketRow): Promise<void> {
    if (!merged_into_id) return;
    const [into] = await this.rows.byIds([merged_into_id]);
    throw new Refusal(409, `Ticket was merged into #${into?.number}`);
  }
}
