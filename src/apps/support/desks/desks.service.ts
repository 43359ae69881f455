import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/access.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { InstallationsRepository } from '../../kernel/installations.repository.js';
import type { Desk } from '../entities/desk.entity.js';
import { AgentRepository } from './agent.repository.js';
import { DeskRepository } from './desk.repository.js';

/** Desks by their owners, and who works at them. */
@AppProvider()
export class DesksService {
  constructor(
    private readonly desks: DeskRepository,
    private readonly agents: AgentRepository,
    private readonly installations: InstallationsRepository,
  ) {}

  /** Its owner, an active agent, or staff of the platform. */
  async isAt(ownerId: string, caller: Caller): Promise<boolean> {
    return (await this.isAgent(ownerId, caller.id)) || allowedBySiteRole(caller);
  }

  /** Without what the site role adds. */
  async isAgent(ownerId: string, userId: string): Promise<boolean> {
    return ownerId === userId || this.agents.isActive(ownerId, userId);
  }

  /** The same, and an agent stays one up to the end of the transaction. Before any ticket is locked. */
  async holdsAt(ownerId: string, caller: Caller): Promise<boolean> {
    return (await this.hasAgent(ownerId, caller.id)) || allowedBySiteRole(caller);
  }

  /** Who may have tickets: the owner, and active agents. It stays so up to the end of the transaction. */
  async hasAgent(ownerId: string, userId: string): Promise<boolean> {
    return ownerId === userId || this.agents.hold(ownerId, userId);
  }

  /** The one that is meant by somebody who works there. */
  async meant(deskId: string | undefined, caller: Caller): Promise<string> {
    const ownerId = deskId ?? (await this.usual(caller.id));
    if (!(await this.isAt(ownerId, caller))) throw forbidden();
    return ownerId;
  }

  /** Whether somebody answers there: who has the app has a desk. */
  async mustBeThere(ownerId: string): Promise<void> {
    if (!(await this.installations.has(ownerId, 'support'))) throw notFound('Desk');
  }

  async lock(ownerId: string): Promise<Desk> {
    const desk = await this.desks.lockOrMake(ownerId);
    if (!desk) throw notFound('Desk');
    return desk;
  }

  /** Who looks after a ticket: the one who has it, or all. */
  async watching(ownerId: string, assigneeId: string | null): Promise<string[]> {
    return assigneeId ? [assigneeId] : [ownerId, ...(await this.agents.active(ownerId))];
  }

  /** The own one. Who has never used it and works at one desk means that. */
  async usual(userId: string): Promise<string> {
    const [hasOwn, elsewhere] = await Promise.all([this.desks.exists({ owner_id: userId }), this.agents.desks(userId)]);
    if (hasOwn || !elsewhere.length) return userId;
    if (elsewhere.length > 1) throw new Refusal(400, 'desk_id is required');
    return elsewhere[0] as string;
  }
}
