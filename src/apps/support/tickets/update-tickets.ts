import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Desks } from '../desks/desks.js';
import type { Priority, TicketStatus, TicketRow } from '../entities/ticket.entity.js';
import { SupportNews } from '../support-news.js';
import { SupportSettings } from '../support.settings.js';
import { TicketAccess } from './ticket-access.js';
import type { TicketChange } from './ticket-change.js';
import { MOST_TAGS } from './ticket.inputs.js';
import { Tickets } from './tickets.js';

export interface Wanted {
  status?: TicketStatus;
  priority?: Priority;
  assignee_id?: string | null;
  tags?: string[];
  add_tags?: string[];
  remove_tags?: string[];
  subject?: string;
}

/** What the desk does with tickets: with all of them, or with none. */
@AppProvider()
export class UpdateTickets {
  constructor(
    private readonly access: TicketAccess,
    private readonly tickets: Tickets,
    private readonly desks: Desks,
    private readonly settings: AppSettings,
    private readonly news: SupportNews,
  ) {}

  async run(ids: string[], caller: Caller, wanted: Wanted, expected?: string): Promise<TicketRow[]> {
    if (Object.values(wanted).every((value) => value === undefined)) throw new Refusal(400, 'Nothing to change');
    if (expected !== undefined && ids.length > 1)
      throw invalid({ field: 'expected_updated_at', message: 'expected_updated_at is of one ticket alone' });
    const changes = await this.access.changeAll(ids, caller, (ownerId) =>
      this.holdAssignee(ownerId, wanted.assignee_id),
    );
    for (const { ticket } of changes) {
      await this.access.refuseMerged(ticket);
      if (expected !== undefined && +ticket.updated_at !== Date.parse(expected))
        throw new Refusal(409, 'Ticket has changed');
    }
    const before = new Map(changes.map(({ ticket }) => [ticket.id, ticket.status]));
    const assigned = changes.filter((change) => apply(change, wanted));
    await this.tickets.keep(changes);
    if (wanted.assignee_id)
      this.news.assigned(
        assigned.map(({ ticket }) => ticket),
        wanted.assignee_id,
        caller.id,
      );
    await this.tellResolved(
      changes.filter(({ ticket }) => ticket.status === 'resolved' && before.get(ticket.id) !== 'resolved'),
      caller.id,
    );
    return changes.map(({ ticket }) => ticket);
  }

  private async holdAssignee(ownerId: string, assigneeId?: string | null): Promise<void> {
    if (assigneeId && !(await this.desks.hasAgent(ownerId, assigneeId)))
      throw new Refusal(400, 'Assignee is not an active agent');
  }

  private async tellResolved([first, ...more]: TicketChange[], by: string): Promise<void> {
    if (!first) return;
    const { ratings: asksRating } = await this.settings.of(SupportSettings, first.ticket.owner_id);
    for (const { ticket } of [first, ...more])
      this.news.ended(ticket, [ticket.requester_id], {
        body: 'Your ticket is resolved.',
        actor_id: by,
        asksRating,
      });
  }
}

/** Tells whether it has come to somebody else. */
function apply(change: TicketChange, wanted: Wanted): boolean {
  const { status, priority, assignee_id, subject } = wanted;
  if (priority) change.prioritize(priority);
  const isAssigned = assignee_id !== undefined && change.assign(assignee_id);
  change.tag(tagsOf(change.ticket.tags, wanted));
  if (subject !== undefined) change.rename(subject);
  if (status) change.set(status);
  if (change.hasMoved) change.touch();
  return isAssigned;
}

function tagsOf(known: string[], { tags = known, add_tags = [], remove_tags = [] }: Wanted): string[] {
  const wanted = [...new Set([...tags, ...add_tags])].filter((tag) => !remove_tags.includes(tag));
  if (wanted.length > MOST_TAGS && wanted.length > known.length)
    throw invalid({ field: 'tags', message: `tags of a ticket must be at most ${MOST_TAGS}` });
  return wanted;
}
