import { sqlState } from '../../../platform/database/database-error.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ofDimension } from '../../kernel/stats/figures.js';
import { AnalyticsSettings } from '../analytics.settings.js';
import type { Site } from '../entities/site.entity.js';
import type { Span } from '../days/site-days.repository.js';
import { ChosenEventsRepository } from './chosen-events.repository.js';
import { addDays, comparedRange, daysIn, type Interval, intervalOf, type Range, rangeOf } from './periods.js';
import type { ReportInput } from './report.inputs.js';
import { type DayTotals, type GoalRow, ReportRepository, type ValueRow } from './report.repository.js';
import type { BreakdownsView, ReportView, SeriesPoint } from './report.views.js';
import { changesOf, percent, seriesOf, totalsOf } from './totals.js';

const MOST_CHOSEN_DAYS = 31;
const REALTIME_MINUTES = 30;
const MINUTE_MS = 60 * 1000;
const BREAKDOWN_LIMIT = 10;

export type Asked = Omit<ReportInput, 'site_id'>;

/** Where the figures of a range come from: the day tables, or the events themselves. */
interface Source {
  totals: () => Promise<DayTotals[]>;
  before?: () => Promise<DayTotals[]>;
  series: (rows: DayTotals[]) => Promise<SeriesPoint[]> | SeriesPoint[];
  values: () => Promise<ValueRow[]>;
  goals: () => Promise<GoalRow[]>;
}

@AppProvider()
export class ReportsService {
  constructor(
    private readonly figures: ReportRepository,
    private readonly chosen: ChosenEventsRepository,
    private readonly settings: AppSettings,
  ) {}

  async report(site: Site, asked: Asked): Promise<ReportView> {
    const today = await this.figures.today(site.id);
    const range = rangeOf(asked, today);
    const source = await this.sourceOf(site, asked, range, today);
    return shortEnough(async () => {
      const [rows, before, values, goals, current_visitors] = await Promise.all([
        source.totals(),
        source.before?.(),
        asked.breakdowns?.length ? source.values() : [],
        source.goals(),
        this.figures.currentVisitors(site.id),
      ]);
      const totals = totalsOf(rows);
      return {
        ...range,
        timezone: site.timezone,
        totals,
        compare: before ? changesOf(totals, totalsOf(before)) : null,
        series: await source.series(rows),
        breakdowns: breakdownsOf(asked.breakdowns ?? [], values),
        goals: goals.map((goal) => ({ ...goal, rate: percent(goal.visitors, totals.visitors) })),
        current_visitors,
      };
    });
  }

  private async sourceOf(site: Site, asked: Asked, range: Range, today: string): Promise<Source> {
    if (asked.period === 'realtime') return this.chosenSource(site, asked, lastMinutes(), '1 minute');
    const { raw_retention_days, week_starts_on } = await this.settings.of(AnalyticsSettings, site.owner_id);
    const isKept = (days: Range) =>
      daysIn(days) <= MOST_CHOSEN_DAYS && days.from >= addDays(today, -raw_retention_days);
    const { filters = [], compare = 'none', interval = intervalOf(range, isKept(range)) } = asked;
    const past = compare === 'none' ? undefined : comparedRange(range, compare);
    const needsEvents = filters.length > 0 || interval === 'hour';
    if ((needsEvents && !isKept(range)) || (filters.length && past && !isKept(past))) {
      throw new Refusal(400, 'Filters and hours need a range of at most 31 days within the raw retention');
    }
    const span = needsEvents ? await this.chosen.span(site.id, range) : undefined;
    const series = (rows: DayTotals[]) =>
      interval === 'hour'
        ? this.steps(site, asked, span as Span, '1 hour')
        : seriesOf(rows, range, interval satisfies Exclude<Interval, 'hour'>, week_starts_on);
    if (!filters.length) return { ...this.daySource(site, asked, range, past), series };
    const pastSpan = past && (await this.chosen.span(site.id, past));
    const before = pastSpan && (() => this.chosen.totals(site.id, pastSpan, filters));
    return { ...this.chosenSource(site, asked, span as Span, '1 hour'), before, series };
  }

  private daySource({ id }: Site, asked: Asked, range: Range, past: Range | undefined): Omit<Source, 'series'> {
    const { breakdowns = [], breakdown_limit = BREAKDOWN_LIMIT } = asked;
    return {
      totals: () => this.figures.totals(id, range),
      before: past && (() => this.figures.totals(id, past)),
      values: () => this.figures.values(id, range, breakdowns, breakdown_limit),
      goals: () => this.figures.goals(id, range),
    };
  }

  private chosenSource(site: Site, asked: Asked, span: Span, step: string): Source {
    const { breakdowns = [], breakdown_limit = BREAKDOWN_LIMIT, filters = [] } = asked;
    return {
      totals: () => this.chosen.totals(site.id, span, filters),
      series: () => this.steps(site, asked, span, step),
      values: () => this.chosen.values(site.id, span, filters, { dimensions: breakdowns, most: breakdown_limit }),
      goals: () => this.chosen.goals(site.id, span, filters),
    };
  }

  private async steps({ id }: Site, { filters = [] }: Asked, span: Span, step: string): Promise<SeriesPoint[]> {
    const rows = await this.chosen.steps(id, span, filters, step);
    return rows.map(({ at, ...figures }) => ({ at: at.toISOString(), ...figures }));
  }
}

/** A statement that takes too long says so. */
export async function shortEnough<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (sqlState(error) === '57014') throw new Refusal(400, 'Range is too large, choose a shorter one');
    throw error;
  }
}

/** Whole minutes, the current one included. */
function lastMinutes(): Span {
  const ends = Math.floor(Date.now() / MINUTE_MS + 1) * MINUTE_MS;
  return { begins: new Date(ends - REALTIME_MINUTES * MINUTE_MS), ends: new Date(ends) };
}

function breakdownsOf(dimensions: readonly (keyof BreakdownsView)[], rows: ValueRow[]): BreakdownsView {
  const of = ofDimension(rows);
  return Object.fromEntries(dimensions.map((dimension) => [dimension, of(dimension)]));
}
