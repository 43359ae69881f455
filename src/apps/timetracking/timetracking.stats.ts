import { IsBoolean, IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { ListOf, Nested, Nullable } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppSettings } from '../kernel/app-settings.js';
import { grouped } from '../kernel/rows/grouped.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { byCurrency, rate } from '../kernel/stats/figures.js';
import { EntryRepository } from './entries/entry.repository.js';
import { ProjectRepository } from './projects/project.repository.js';
import { type Money, StatsRepository, type Tracked } from './stats.repository.js';
import { daysBetween, midnights } from './time/days.js';
import { TimetrackingSettings } from './timetracking.settings.js';

const TOP = 5;

class UnbilledFigures {
  @IsNumber() seconds!: number;
  @IsObject() amounts!: Record<string, number>;
}

class TopProject {
  @IsString() id!: string;
  @IsString() name!: string;
  @IsNumber() seconds!: number;
}

class TimetrackingFigures {
  @IsNumber() seconds_tracked!: number;
  @IsNumber() billable_seconds!: number;
  @Nullable() @IsNumber() billable_share!: number | null;
  /** By currency: exact, before any rounding. */
  @IsObject() amounts_earned!: Record<string, number>;
  /** Now. */
  @Nested(() => UnbilledFigures) unbilled!: UnbilledFigures;
  /** By currency. */
  @IsObject() invoiced!: Record<string, number>;
  /** Of a billable hour, by currency. */
  @IsObject() average_rate!: Record<string, number>;
  @IsInt() active_days!: number;
  @ListOf(() => TopProject) top_projects!: TopProject[];
  @IsBoolean() running!: boolean;
}

/** Days are those of the user's time zone. */
@AppProvider()
export class TimetrackingStats extends AppStats {
  readonly shape = TimetrackingFigures;

  constructor(
    private readonly stats: StatsRepository,
    private readonly entries: EntryRepository,
    private readonly projects: ProjectRepository,
    private readonly settings: AppSettings,
  ) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<TimetrackingFigures> {
    const { timezone } = await this.settings.of(TimetrackingSettings, userId);
    const moments = midnights(from, daysBetween(from, to), timezone);
    const [tracked, active_days, unbilled, invoiced, running] = await Promise.all([
      this.stats.tracked(userId, from, to),
      this.stats.activeDays(userId, from, to),
      this.stats.unbilled(userId),
      this.stats.invoiced(userId, moments[0] as Date, moments.at(-1) as Date),
      this.entries.running(userId),
    ]);
    const seconds_tracked = total(tracked, 'seconds');
    const billable_seconds = total(tracked, 'billable_seconds');
    return {
      seconds_tracked,
      billable_seconds,
      billable_share: rate(billable_seconds, seconds_tracked),
      amounts_earned: amounts(tracked),
      unbilled: { seconds: unbilled.reduce((sum, row) => sum + row.seconds, 0), amounts: amounts(unbilled) },
      invoiced: amounts(invoiced),
      average_rate: averages(tracked),
      active_days,
      top_projects: await this.top(tracked),
      running: running !== undefined,
    };
  }

  private async top(tracked: Tracked[]): Promise<TopProject[]> {
    const sums = [...grouped(tracked, ({ project_id }) => project_id)].flatMap(([id, rows]) =>
      id === null ? [] : [{ id, seconds: total(rows, 'seconds') }],
    );
    const most = sums.toSorted((a, b) => b.seconds - a.seconds).slice(0, TOP);
    const projects = await this.projects.byIds(most.map(({ id }) => id));
    return most.map(({ id, seconds }) => ({ id, name: projects.get(id)?.name ?? '', seconds }));
  }
}

const total = (rows: Tracked[], name: 'seconds' | 'billable_seconds') => rows.reduce((sum, row) => sum + row[name], 0);

const summed = <Row extends Money>(rows: Row[]) =>
  [...grouped(rows, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    of,
    amount: of.reduce((sum, row) => sum + row.amount_minor, 0),
  }));

const amounts = (rows: Money[]) =>
  byCurrency(
    summed(rows).filter(({ amount }) => amount > 0),
    'amount',
  );

const averages = (rows: Tracked[]) =>
  byCurrency(
    summed(rows).flatMap(({ currency, of, amount }) => {
      const seconds = total(of, 'billable_seconds');
      return seconds ? [{ currency, amount: Math.round((amount * 3_600) / seconds) }] : [];
    }),
    'amount',
  );
