import { pageOf } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { AgentRepository } from '../desks/agent.repository.js';
import { DesksService } from '../desks/desks.service.js';
import { AgentView, presentAgent } from '../desks/agent.views.js';

class Input extends Page {
  @Optional() @Uuid() desk_id?: string;
}

class Result extends pageOf('agents', () => AgentView) {}

@Action('list-agents', {
  access: 'authenticated',
  description: 'Who works at a desk: its owner first, and then in the order in which they came.',
  input: Input,
  result: Result,
  refuses: { 400: ['desk_id is required'], 403: ['Forbidden'] },
})
export class ListAgents {
  constructor(
    private readonly desks: DesksService,
    private readonly agents: AgentRepository,
  ) {}

  async run({ input: { desk_id, ...page }, caller }: Call<Input>) {
    const ownerId = await this.desks.meant(desk_id, caller);
    const { rows, next_cursor } = await this.agents.list(ownerId, pageQuery(page));
    return { agents: rows.map(presentAgent), next_cursor };
  }
}
