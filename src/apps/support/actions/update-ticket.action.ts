import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn } from 'class-validator';
import { ArrayUnique, Instant, ListOf, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PRIORITIES, type Priority, STATUSES, type TicketStatus } from '../entities/ticket.entity.js';
import { presentTicket, TicketView } from '../support.views.js';
import type { TicketChange } from '../tickets/ticket-change.js';
import { TicketAccessService } from '../tickets/ticket-access.service.js';
import { MOST_TAGS, Tags } from '../tickets/ticket.inputs.js';
import { TicketsService } from '../tickets/tickets.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DesksService } from '../desks/desks.service.js';
import { SupportNotificationsService } from '../support-notifications.service.js';
import { SupportSettings } from '../support.settings.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';

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

type Wanted = Omit<Input, 'ticket_ids' | 'expected_updated_at'>;

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
  constructor(
    private readonly access: TicketAccessService,
    private readonly tickets: TicketsService,
    private readonly desks: DesksService,
    private readonly settings: AppSettings,
    private readonly notifications: SupportNotificationsService,
  ) {}

  async run({ input: { ticket_ids, expected_updated_at: expected, ...wanted }, caller }: Call<Input>) {
    if (Object.values(wanted).every((value) => value === undefined)) throw new Refusal(400, 'Nothing to change');
    if (expected !== undefined && ticket_ids.length > 1)
      throw invalid({ field: 'expected_updated_at', message: 'expected_updated_at is of one ticket alone' });
    const changes = await this.access.changeAll(ticket_ids, caller, (ownerId) =>
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
      this.notifications.assigned(
        assigned.map(({ ticket }) => ticket),
        wanted.assignee_id,
        caller.id,
      );
    await this.tellResolved(
      changes.filter(({ ticket }) => ticket.status === 'resolved' && before.get(ticket.id) !== 'resolved'),
      caller.id,
    );
    return { tickets: changes.map(({ ticket }) => presentTicket(ticket, true)) };
  }

  private async holdAssignee(ownerId: string, assigneeId?: string | null): Promise<void> {
    if (assigneeId && !(await this.desks.hasAgent(ownerId, assigneeId)))
      throw new Refusal(400, 'Assignee is not an active agent');
  }

  private async tellResolved([first, ...more]: TicketChange[], by: string): Promise<void> {
    if (!first) return;
    const { ratings: asksRating } = await this.settings.of(SupportSettings, first.ticket.owner_id);
    for (const { ticket } of [first, ...more])
      this.notifications.ended(ticket, [ticket.requester_id], {
        body: 'Your ticket is resolved.',
        actor_id: by,
        asksRating,
      });
  }
}

/** Returns whether the ticket has another assignee now. */
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
