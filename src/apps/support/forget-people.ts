import { AppProvider } from '../kernel/app-provider.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { AgentRepository } from './desks/agent.repository.js';
import { DeskRepository } from './desks/desk.repository.js';
import { HandOverService } from './desks/hand-over.service.js';
import { FinishTickets } from './tickets/finish-tickets.service.js';

/** Deleting an account keeps its messages, assigns its open tickets to other agents, and ends the tickets of its own desk. */
@AppProvider()
export class ForgetPeople extends AccountDeletionHook {
  constructor(
    private readonly desks: DeskRepository,
    private readonly agents: AgentRepository,
    private readonly handOver: HandOverService,
    private readonly finish: FinishTickets,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const others = await this.agents.desks(userId);
    for (const ownerId of [...new Set([...others, userId])].sort()) {
      const desk = await this.desks.lock(ownerId);
      if (ownerId === userId || !desk) continue;
      await this.agents.update({ owner_id: ownerId, user_id: userId }, { active: false, updated_at: NOW });
      await this.handOver.from(desk, userId, null);
    }
    while (await this.finish.closeAll(userId));
  }
}
