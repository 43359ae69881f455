import { total } from '../../kernel/stats/figures.js';
import { beginOf, type Interval, addDays, type Range } from './periods.js';
import type { DayTotals, Totals } from './report.repository.js';
import type { ChangeView, SeriesPoint, TotalsView } from './report.views.js';

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** The part of the whole in percent; 0 of nothing. */
export const percent = (part: number, whole: number) => (whole ? hundredths((part / whole) * 100) : 0);

export function totalsOf(rows: Totals[]): TotalsView {
  const [visits, pageviews] = [total(rows, 'visits'), total(rows, 'pageviews')];
  return {
    visitors: total(rows, 'visitors'),
    visits,
    pageviews,
    events: total(rows, 'events'),
    bounce_rate: percent(total(rows, 'bounces'), visits),
    visit_seconds_avg: visits ? Math.round(total(rows, 'visit_seconds') / visits) : 0,
    views_per_visit: visits ? hundredths(pageviews / visits) : 0,
  };
}

export function changesOf(now: TotalsView, before: TotalsView): ChangeView {
  const change = (name: keyof TotalsView) =>
    before[name] ? percent(now[name] - before[name], before[name]) : now[name] ? null : 0;
  return {
    visitors: change('visitors'),
    visits: change('visits'),
    pageviews: change('pageviews'),
    events: change('events'),
    bounce_rate: change('bounce_rate'),
    visit_seconds_avg: change('visit_seconds_avg'),
    views_per_visit: change('views_per_visit'),
  };
}

/** One point for each day, week or month of the range. The first one begins with the range. */
export function seriesOf(
  rows: DayTotals[],
  { from, to }: Range,
  interval: Exclude<Interval, 'hour'>,
  weekStartsOn: 'monday' | 'sunday',
): SeriesPoint[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const points: SeriesPoint[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const begins = day === from || beginOf(day, interval, weekStartsOn) === day;
    if (begins) points.push({ at: day, visitors: 0, visits: 0, pageviews: 0, events: 0 });
    const point = points.at(-1) as SeriesPoint;
    const row = byDay.get(day);
    for (const name of ['visitors', 'visits', 'pageviews', 'events'] as const) point[name] += row?.[name] ?? 0;
  }
  return points;
}
