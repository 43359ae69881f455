import { sql } from '../../../platform/database/sql.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { dayOf } from '../../../web-events/days/event-tables.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type Span, SPAN } from '../days/site-days.repository.js';
import { SITE_EVENTS } from '../days/site-events.js';
import {
  among,
  CHOSEN_TOTALS,
  chosenValues,
  conversionsOf,
  daysOf,
  eventsOf,
  GOAL_FIGURES,
  matches,
  meetsFilters,
  seenIn,
  visits,
} from '../days/visits.sql.js';
import type { Filter } from './report.inputs.js';
import type { SeriesPoint } from './report.views.js';
import type { Range } from './periods.js';
import type { DayTotals, GoalRow, ValueRow } from './report.repository.js';

/** `$1` is the site, `$2` and `$3` are the bounds in time, `$4` to `$6` the filters. */
const EVENTS = {
  ...daysOf(dayOf(SITE_EVENTS, '$2::timestamptz'), dayOf(SITE_EVENTS, '$3::timestamptz')),
  where: 'r.id = $1 AND e.created_at >= $2 AND e.created_at < $3',
};
const FILTERS = meetsFilters('$4', '$5', '$6');
const CHOSEN = `WITH chosen AS MATERIALIZED (${among(visits(EVENTS), FILTERS)})`;

const TOTALS = sql(
  'analytics_chosen_totals',
  `${CHOSEN} SELECT day::text AS day, ${CHOSEN_TOTALS} FROM chosen GROUP BY day`,
);
/** The visitors of a step are those who are seen in it; a visit belongs to the step in which it begins. */
const STEPS = sql(
  'analytics_chosen_steps',
  `${CHOSEN}, counted AS (
     SELECT date_bin($7::interval, created_at, $2) AS at, (count(*) FILTER (WHERE kind = 'page'))::int AS pageviews,
       count(DISTINCT visitor_hash)::int AS visitors, (count(*) FILTER (WHERE opens_visit))::int AS visits,
       (count(*) FILTER (WHERE kind = 'event'))::int AS events
     FROM chosen GROUP BY 1
   )
   SELECT s.at, coalesce(c.pageviews, 0) AS pageviews, coalesce(c.visitors, 0) AS visitors, coalesce(c.visits, 0) AS visits,
     coalesce(c.events, 0) AS events
   FROM generate_series($2::timestamptz, $3::timestamptz - interval '1 millisecond', $7::interval) s (at)
   LEFT JOIN counted c ON c.at = s.at ORDER BY s.at`,
);
const VALUES = sql(
  'analytics_chosen_values',
  `${CHOSEN} SELECT dimension, value, visitors, pageviews, visits FROM (
     SELECT *, row_number() OVER (PARTITION BY dimension ORDER BY visitors DESC, pageviews DESC, value) AS place
     FROM (${chosenValues('chosen')}) counted WHERE dimension = ANY ($7::text[])
   ) ranked WHERE place <= $8 ORDER BY dimension, place`,
);
const GOALS = sql(
  'analytics_chosen_goals',
  `${CHOSEN}, ${seenIn('chosen')}, counted AS (
     SELECT goal_id, sum(conversions)::int AS conversions, sum(visitors)::int AS visitors
     FROM (${conversionsOf()}) each GROUP BY goal_id
   ) ${GOAL_FIGURES}`,
);

/** `among`: a condition on the events `e`, which are those of the site. */
const funnel = (rows: string, steps: string, isChosen: string) => `
   step AS (
     SELECT g.kind, g.match, u.place - 1 AS place FROM unnest(${steps}::uuid[]) WITH ORDINALITY u (id, place)
     JOIN ext_analytics.goals g ON g.id = u.id
   ), event AS MATERIALIZED (${rows}), met AS (
     SELECT n.kind, n.met, bit_or(1 << s.place::int) AS places
     FROM (SELECT DISTINCT kind, met FROM event) n JOIN step s ON ${matches('s', 'n.kind', 'n.met')} GROUP BY n.kind, n.met
   )
   SELECT reached, count(*)::int AS visitors FROM (
     SELECT ext_analytics.steps_reached(m.places ORDER BY e.created_at, e.id) AS reached
     FROM event e JOIN met m ON m.kind = e.kind AND m.met = e.met ${isChosen}
     GROUP BY e.visitor_hash, e.day
   ) counted WHERE reached > 0 GROUP BY reached`;
const FUNNEL = sql('analytics_funnel', `WITH ${funnel(eventsOf(EVENTS), '$4', '')}`);
/** Visitors of whom one event of the day meets all filters. */
const CHOSEN_FUNNEL = sql(
  'analytics_chosen_funnel',
  `WITH chosen AS MATERIALIZED (SELECT DISTINCT h.visitor_hash, h.day FROM (${visits(EVENTS)}) h WHERE ${FILTERS}),
   ${funnel(eventsOf(EVENTS), '$7', 'JOIN chosen c ON c.visitor_hash = e.visitor_hash AND c.day = e.day')}`,
);

export type StepRow = Omit<SeriesPoint, 'at'> & { at: Date };

/** The figures of events that are still kept: of those that meet filters, or by the hour. */
@AppProvider()
export class ChosenEventsRepository extends BaseRepository {
  span(siteId: string, { from, to }: Range): Promise<Span> {
    return this.onlyOne<Span>(SPAN, siteId, from, to);
  }

  async totals(siteId: string, span: Span, filters: Filter[]): Promise<DayTotals[]> {
    const rows = await this.rows<DayTotals & { visit_seconds: string }>(TOTALS, ...chosen(siteId, span, filters));
    return rows.map((row) => ({ ...row, visit_seconds: Number(row.visit_seconds) }));
  }

  steps(siteId: string, span: Span, filters: Filter[], step: string): Promise<StepRow[]> {
    return this.rows<StepRow>(STEPS, ...chosen(siteId, span, filters), step);
  }

  values(siteId: string, span: Span, filters: Filter[], shown: { dimensions: readonly string[]; most: number }) {
    return this.rows<ValueRow>(VALUES, ...chosen(siteId, span, filters), shown.dimensions, shown.most);
  }

  goals(siteId: string, span: Span, filters: Filter[]): Promise<GoalRow[]> {
    return this.rows<GoalRow>(GOALS, ...chosen(siteId, span, filters));
  }

  /** How many visitors got so many steps far. */
  funnel(siteId: string, span: Span, filters: Filter[], goalIds: string[]) {
    type Reached = { reached: number; visitors: number };
    return filters.length
      ? this.rows<Reached>(CHOSEN_FUNNEL, ...chosen(siteId, span, filters), goalIds)
      : this.rows<Reached>(FUNNEL, siteId, span.begins, span.ends, goalIds);
  }
}

const chosen = (siteId: string, { begins, ends }: Span, filters: Filter[]) => [
  siteId,
  begins,
  ends,
  filters.map(({ dimension }) => dimension),
  filters.map(({ op }) => op),
  filters.map(({ value }) => value),
];
