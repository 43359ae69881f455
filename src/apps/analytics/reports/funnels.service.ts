import { IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nullable } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AnalyticsSettings } from '../analytics.settings.js';
import type { Goal, Site } from '../entities/site.entity.js';
import { GoalsRepository } from '../sites/goals.repository.js';
import { ChosenEventsRepository } from './chosen-events.repository.js';
import { addDays, daysIn, type Range } from './periods.js';
import type { ReportInput } from './report.inputs.js';
import { ReportRepository } from './report.repository.js';
import { shortEnough } from './reports.service.js';
import { percent } from './totals.js';

const MOST_DAYS = 31;
const USUAL_DAYS = 7;

class StepFigures {
  @IsString() goal!: string;
  @IsString() name!: string;
  @IsInt() visitors!: number;
  /** Percent of those who met the first step. */
  @IsNumber() rate!: number;
  /** How many of those who met the step before did not meet this one. */
  @IsInt() drop_off!: number;
}

export class FunnelFigures {
  /** Null: the steps are those of the call. */
  @Nullable() @IsString() name!: string | null;
  /** Those who met the first step. */
  @IsInt() visitors!: number;
  /** Percent of them who met the last one. */
  @IsNumber() conversion_rate!: number;
  @ListOf(() => StepFigures) steps!: StepFigures[];
}

type Asked = Pick<ReportInput, 'from' | 'to' | 'filters'> & { funnel?: string; steps?: string[] };

@AppProvider()
export class FunnelsService {
  constructor(
    private readonly goals: GoalsRepository,
    private readonly figuresOf: ReportRepository,
    private readonly events: ChosenEventsRepository,
    private readonly settings: AppSettings,
  ) {}

  async figures(site: Site, asked: Asked): Promise<FunnelFigures> {
    const { name, goals } = await this.stepsOf(site, asked);
    const range = await this.rangeOf(site, asked);
    const span = await this.events.span(site.id, range);
    const ids = goals.map(({ id }) => id);
    const reached = await shortEnough(() => this.events.funnel(site.id, span, asked.filters ?? [], ids));
    const atLeast = (count: number) => reached.reduce((sum, row) => sum + (row.reached >= count ? row.visitors : 0), 0);
    const first = atLeast(1);
    const steps = goals.map((goal, at) => ({
      goal: goal.key,
      name: goal.name,
      visitors: atLeast(at + 1),
      rate: percent(atLeast(at + 1), first),
      drop_off: at ? atLeast(at) - atLeast(at + 1) : 0,
    }));
    return { name, visitors: first, conversion_rate: percent(atLeast(goals.length), first), steps };
  }

  private async stepsOf({ id }: Site, { funnel, steps }: Asked): Promise<{ name: string | null; goals: Goal[] }> {
    if ((funnel === undefined) === (steps === undefined)) throw new Refusal(400, 'Give either funnel or steps');
    const found = funnel === undefined ? undefined : (await this.goals.funnels([id])).find(({ key }) => key === funnel);
    if (funnel !== undefined && !found) throw notFound('Funnel');
    const known = new Map((await this.goals.goals([id])).map((goal) => [goal.key, goal]));
    const goals = (found?.steps ?? steps ?? []).map((key) => {
      const goal = known.get(key);
      if (!goal) throw new Refusal(400, `Unknown goal: ${key}`);
      return goal;
    });
    return { name: found?.name ?? null, goals };
  }

  /** A bound that is left out is a week from the other one. */
  private async rangeOf(site: Site, { from, to }: Asked): Promise<Range> {
    const today = await this.figuresOf.today(site.id);
    const last = to ?? (from === undefined ? today : earlier(addDays(from, USUAL_DAYS - 1), today));
    const range = { from: from ?? addDays(last, 1 - USUAL_DAYS), to: last };
    if (range.from > range.to) throw new Refusal(400, 'from must not be after to');
    const { raw_retention_days } = await this.settings.of(AnalyticsSettings, site.owner_id);
    if (daysIn(range) > MOST_DAYS || range.from < addDays(today, -raw_retention_days)) {
      throw new Refusal(400, 'A funnel covers at most 31 days within the raw retention');
    }
    return range;
  }
}

const earlier = (one: string, other: string) => (one < other ? one : other);
