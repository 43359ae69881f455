import { IsInt, IsNumber, IsString } from 'class-validator';
import { AppProvider } from '../kernel/app-provider.js';
import { ListOf, Nested, Nullable, Uuid } from '../../platform/http/fields.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { DeskRepository } from './desks/desk.repository.js';
import { StatsRepository } from './stats.repository.js';
import { TicketListRepository } from './tickets/ticket-list.repository.js';

class OpenTickets {
  @IsInt() new!: number;
  @IsInt() open!: number;
  @IsInt() pending!: number;
}

/** Null where there was nothing to be met. */
class MetShare {
  @Nullable() @IsNumber() response!: number | null;
  @Nullable() @IsNumber() resolution!: number | null;
}

class AgentFiguresView {
  @Uuid() user_id!: string;
  @Nullable() @IsString() name!: string | null;
  @IsInt() resolved!: number;
  @Nullable() @IsNumber() median_first_response_minutes!: number | null;
  @Nullable() @IsNumber() csat_average!: number | null;
}

export class SupportFigures {
  @IsInt() tickets_opened!: number;
  @IsInt() tickets_resolved!: number;
  /** Now. */
  @Nested(() => OpenTickets) tickets_open!: OpenTickets;
  /** Now. */
  @IsInt() unassigned!: number;
  /** In business time, as all that is measured here. */
  @Nullable() @IsNumber() median_first_response_minutes!: number | null;
  @Nullable() @IsNumber() median_resolution_minutes!: number | null;
  /** Of what was opened in these days. */
  @Nested(() => MetShare) sla_met_share!: MetShare;
  @Nullable() @IsNumber() reopened_share!: number | null;
  @Nullable() @IsNumber() csat_average!: number | null;
  /** Of those that gave 4 or 5. */
  @Nullable() @IsNumber() csat_positive_share!: number | null;
  @IsInt() csat_count!: number;
  @ListOf(() => AgentFiguresView) by_agent!: AgentFiguresView[];
}

/** Figures of the caller's own desk. */
@AppProvider()
export class SupportStats extends AppStats {
  readonly shape = SupportFigures;

  constructor(
    private readonly figures: StatsRepository,
    private readonly lists: TicketListRepository,
    private readonly people: DeskRepository,
  ) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<SupportFigures> {
    const [tickets, csat, agents, now] = await Promise.all([
      this.figures.tickets(userId, from, to),
      this.figures.csat(userId, from, to),
      this.figures.agents(userId, from, to),
      this.lists.counts(userId, 0),
    ]);
    const { met_response: response, met_resolution: resolution, ...rest } = tickets;
    const names = await this.people.names(
      agents.map(({ user_id }) => user_id),
      userId,
    );
    return {
      ...rest,
      tickets_open: { new: now.by_status.new, open: now.by_status.open, pending: now.by_status.pending },
      unassigned: now.unassigned,
      sla_met_share: { response, resolution },
      ...csat,
      by_agent: agents.map((agent) => ({ ...agent, name: names.get(agent.user_id) ?? null })),
    };
  }
}
