import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { Desk } from '../entities/desk.entity.js';
import { SupportNotificationsService } from '../support-notifications.service.js';
import { SupportSettings } from '../support.settings.js';
import type { TicketChange } from '../tickets/ticket-change.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { TicketsService } from '../tickets/tickets.service.js';
import { AgentRepository } from './agent.repository.js';
import { Assignment } from './assignment.js';
import { DeskRepository } from './desk.repository.js';

/** Tickets of a locked desk find somebody. */
@AppProvider()
export class HandOverService {
  constructor(
    private readonly desks: DeskRepository,
    private readonly agents: AgentRepository,
    private readonly rows: TicketRepository,
    private readonly tickets: TicketsService,
    private readonly settings: AppSettings,
    private readonly notifications: SupportNotificationsService,
  ) {}

  async begin(desk: Desk, { auto_assign }: SupportSettings): Promise<Assignment> {
    const candidates = auto_assign === 'none' ? [] : await this.agents.candidates(desk.owner_id);
    return new Assignment(auto_assign, candidates, desk);
  }

  /** What somebody has who is no agent any more. */
  async from(desk: Desk, userId: string, actorId: string | null): Promise<void> {
    const locked = await this.rows.lockOfAgent(desk.owner_id, userId);
    if (!locked.length) return;
    const assignment = await this.begin(desk, await this.settings.of(SupportSettings, desk.owner_id));
    const changes = await this.tickets.changes(locked, actorId);
    const given = new Map<string, TicketChange[]>();
    for (const change of changes) {
      const to = assignment.next();
      change.assign(to);
      if (to) given.set(to, [...(given.get(to) ?? []), change]);
    }
    await this.desks.save(desk);
    await this.tickets.keep(changes);
    for (const [to, handed] of given)
      this.notifications.assigned(
        handed.map(({ ticket }) => ticket),
        to,
        actorId,
      );
  }
}
