import { IsBoolean, IsInt, IsString } from 'class-validator';
import { Nullable } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Agent } from '../entities/desk.entity.js';
import type { AgentRow } from './agent.repository.js';

export class AgentView extends viewOf(Agent, { without: ['id', 'owner_id'] }) {
  @Nullable() @IsString() name!: string | null;
  @IsBoolean() is_owner!: boolean;
  /** New, open and pending. */
  @IsInt() open_tickets!: number;
}

export const presentAgent = ({ name, is_owner, open_tickets, ...agent }: AgentRow): AgentView => ({
  ...present(AgentView, agent),
  name: agent.display_name ?? name,
  is_owner,
  open_tickets,
});
