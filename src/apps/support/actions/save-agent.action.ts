import { IsBoolean } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AgentRepository } from '../desks/agent.repository.js';
import { DeskRepository } from '../desks/desk.repository.js';
import { DesksService } from '../desks/desks.service.js';
import { HandOverService } from '../desks/hand-over.service.js';
import { NamesService } from '../desks/names.service.js';
import { SupportNotificationsService } from '../support-notifications.service.js';
import { AgentView, presentAgent } from '../desks/agent.views.js';

const MOST = 50;

class Input {
  @Uuid() user_id!: string;
  /** Null: the agent's own name is shown. */
  @Optional() @Nullable() @Written(1, 80) display_name?: string | null;
  @Optional() @IsBoolean() active?: boolean;
  /** Whether tickets are assigned to the agent automatically. */
  @Optional() @IsBoolean() takes_tickets?: boolean;
}

class Result extends answerWith('agent', () => AgentView) {}

@Action('save-agent', {
  access: 'authenticated',
  changes: true,
  about: { user: 'user_id' },
  description: 'Adds or changes an agent of the own desk; what somebody had who is none any more goes to others.',
  input: Input,
  result: Result,
  refuses: {
    400: ['The owner is always an agent'],
    404: ['User not found'],
    409: ['At most 50 agents'],
  },
})
export class SaveAgent {
  constructor(
    private readonly desks: DesksService,
    private readonly people: DeskRepository,
    private readonly agents: AgentRepository,
    private readonly handOver: HandOverService,
    private readonly names: NamesService,
    private readonly notifications: SupportNotificationsService,
  ) {}

  /** The desk is locked. */
  async run({ input: { user_id, ...change }, caller: { id: owner_id } }: Call<Input>) {
    if (user_id === owner_id) throw new Refusal(400, 'The owner is always an agent');
    const desk = await this.desks.lock(owner_id);
    if (!(await this.people.isUser(user_id))) throw notFound('User');
    const known = await this.agents.findOne({ owner_id, user_id });
    const { active = known?.active ?? true } = change;
    const [comes, goes] = [active && !known?.active, !active && known?.active];
    if (comes && (await this.agents.active(owner_id)).length >= MOST) throw new Refusal(409, `At most ${MOST} agents`);
    const agent = await this.agents.save(owner_id, user_id, {
      display_name: change.display_name === undefined ? known?.display_name : change.display_name,
      active,
      takes_tickets: change.takes_tickets ?? known?.takes_tickets,
    });
    if (goes) await this.handOver.from(desk, user_id, owner_id);
    if (comes) this.notifications.addedAgent(owner_id, user_id, (await this.names.ofDesk(owner_id)) ?? 'A desk');
    return { agent: presentAgent(await this.agents.shown(agent)) };
  }
}
