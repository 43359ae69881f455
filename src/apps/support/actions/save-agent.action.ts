import { IsBoolean } from 'class-validator';
import { Nested, Nullable, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AgentRepository } from '../desks/agent.repository.js';
import { SaveAgents } from '../desks/save-agents.js';
import { presentAgent } from '../support.presenter.js';
import { AgentView } from '../support.views.js';

class Input {
  @Uuid() user_id!: string;
  /** Null: the agent's own name is shown. */
  @Optional() @Nullable() @Written(1, 80) display_name?: string | null;
  @Optional() @IsBoolean() active?: boolean;
  /** Whether tickets are assigned to the agent automatically. */
  @Optional() @IsBoolean() takes_tickets?: boolean;
}

class Result {
  @Nested(() => AgentView) agent!: AgentView;
}

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
    private readonly saving: SaveAgents,
    private readonly agents: AgentRepository,
  ) {}

  async run({ input: { user_id, ...change }, caller }: Call<Input>) {
    const agent = await this.saving.save(caller.id, user_id, change);
    return { agent: presentAgent(await this.agents.shown(agent)) };
  }
}
