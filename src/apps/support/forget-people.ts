import { AppProvider } from '../kernel/app-provider.js';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { AgentRepository } from './desks/agent.repository.js';
import { DeskRepository } from './desks/desk.repository.js';
import { HandOver } from './desks/hand-over.js';
import { FinishTickets } from './tickets/finish-tickets.js';

/** Deleting an account keeps its messages, assigns its open tickets to other agents, and ends the tickets of its own desk. */
@AppProvider()
export class ForgetPeople extends AccountDeletionHook {
  constructor(
    private readonly desks: DeskRepository,
    private readonly agents: AgentRepository,
    private readonly handOver: HandOver,
    private readonly finish: FinishTickets,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const others = await this.agents.desks(userId);
    for (const ownerId of [...new Set([...others, userId])].sort()) {
      const desk = await this.desks.lock(ownerId);
      if (ownerId === userId || !desk) continue;
      await this.agents.leave(ownerId, userId);
      await this.handOver.from(desk, userId, null);
    }
    while (await this.finish.closeAll(userId));
  }
}
