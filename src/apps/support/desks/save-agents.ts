import { AppProvider } from '../../kernel/app-provider.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { Agent } from '../entities/desk.entity.js';
import { SupportNews } from '../support-news.js';
import { type AgentChange, AgentRepository } from './agent.repository.js';
import { DeskRepository } from './desk.repository.js';
import { Desks } from './desks.js';
import { HandOver } from './hand-over.js';
import { Naming } from './naming.js';

const MOST = 50;

/** Who works at a desk, which is locked for it. */
@AppProvider()
export class SaveAgents {
  constructor(
    private readonly desks: Desks,
    private readonly people: DeskRepository,
    private readonly agents: AgentRepository,
    private readonly handOver: HandOver,
    private readonly naming: Naming,
    private readonly news: SupportNews,
  ) {}

  async save(ownerId: string, userId: string, change: AgentChange): Promise<Agent> {
    if (userId === ownerId) throw new Refusal(400, 'The owner is always an agent');
    const desk = await this.desks.lock(ownerId);
    if (!(await this.people.isUser(userId))) throw notFound('User');
    const known = await this.agents.find(ownerId, userId);
    const { active = known?.active ?? true } = change;
    const [comes, goes] = [active && !known?.active, !active && known?.active];
    if (comes && (await this.agents.active(ownerId)).length >= MOST) throw new Refusal(409, `At most ${MOST} agents`);
    const agent = await this.agents.save(ownerId, userId, {
      display_name: change.display_name === undefined ? known?.display_name : change.display_name,
      active,
      takes_tickets: change.takes_tickets ?? known?.takes_tickets,
    });
    if (goes) await this.handOver.from(desk, userId, ownerId);
    if (comes) this.news.addedAgent(ownerId, userId, (await this.naming.ofDesk(ownerId)) ?? 'A desk');
    return agent;
  }
}
