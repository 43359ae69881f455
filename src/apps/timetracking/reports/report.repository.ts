import { BaseRepository } from '../../../platform/database/base.repository.js';
import { searching, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { amountOf, roundedSql, roundSeconds, type RoundingMode } from '../billing/rounding.policy.js';
import type { Span } from './spans.js';

/** Of `e`, the time of entries that are alike, their project `p` and a tag `t`. */
const DIMENSIONS = {
  project: 'e.project_id',
  client: 'p.client_id',
  task: 'e.task_id',
  day: 'e.span',
  week: 'e.span',
  month: 'e.span',
  tag: 't.tag',
  billable: 'e.billable',
};
export type Dimension = keyof typeof DIMENSIONS;
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as Dimension[];

/** The column of an entry that leads to it, besides those that every report needs. */
const NEEDED: Partial<Record<Dimension, string>> = {
  project: 'project_id',
  client: 'project_id',
  task: 'task_id',
  tag: 'tags',
};

const PROJECT = 'LEFT JOIN ext_timetracking.projects p ON p.id = e.project_id AND p.owner_id = $1';
const TAGS = 'LEFT JOIN LATERAL unnest(e.tags) t (tag) ON true';
const WANTED = `e.owner_id = $1 AND e.ended_at IS NOT NULL
  AND ($2::uuid[] IS NULL OR e.project_id = ANY ($2::uuid[]))
  AND ($3::uuid IS NULL OR e.project_id IN
    (SELECT c.id FROM ext_timetracking.projects c WHERE c.owner_id = $1 AND c.client_id = $3::uuid))
  AND ($4::text IS NULL OR e.tags @> ARRAY[$4::text]) AND ($5::boolean IS NULL OR e.billable = $5::boolean)`;

/** The planner expects more groups than there are, and would sort the entries of a year, which takes longer than all the rest. */
const HASHED = sql(
  'timetracking_report_hashed',
  `SELECT set_config('work_mem', '64MB', true), set_config('enable_sort', 'off', true)`,
);

/** What of the entries lies within each span. No entry has more than 24 hours. */
const exact = (columns: string) => `
  SELECT e.*, s.span FROM unnest($6::timestamptz[], $7::timestamptz[]) WITH ORDINALITY s (begins, ends, span)
  CROSS JOIN LATERAL (
    SELECT ${columns}, sum(CASE WHEN e.started_at >= s.begins AND e.ended_at <= s.ends THEN e.seconds
      ELSE extract(epoch FROM least(e.ended_at, s.ends) - greatest(e.started_at, s.begins))::int END) AS seconds
    FROM ext_timetracking.entries e
    WHERE ${WANTED} AND e.started_at > s.begins - interval '25 hours' AND e.started_at < s.ends AND e.ended_at > s.begins
    GROUP BY ${columns}
  ) e`;

const MINUTES = 'coalesce(p.rounding_minutes, $8::int)';
const MODE = 'coalesce(p.rounding_mode, $9)';
/** As an invoice takes them: whole, in the span of the day of their start. */
const whole = (columns: string, seconds: string) => `
  SELECT e.*, width_bucket(e.local_date, $6::date[]) AS span FROM (
    SELECT ${columns}, e.local_date, sum(${seconds}) AS seconds FROM ext_timetracking.entries e ${PROJECT}
    WHERE ${WANTED} AND ($8::int, $9::text) IS NOT NULL
      AND e.local_date >= ($6::date[])[1] AND e.started_at > ($6::date[])[1] - interval '2 days'
      AND e.local_date <= $7::date AND e.started_at < $7::date + interval '3 days'
    GROUP BY ${columns}, e.local_date
  ) e`;

export interface Asked {
  owner_id: string;
  /** Groupings of the same entries. The first has all dimensions. */
  levels: Dimension[][];
  project_ids?: string[];
  client_id?: string;
  tag?: string;
  billable?: boolean;
  spans: Span[];
  to: string;
  rounding: { minutes: number; mode: RoundingMode; scope: 'entry' | 'group' } | undefined;
}

/** Time that would stand on one line of an invoice. */
export interface Sum {
  keys: (string | null)[];
  currency: string;
  seconds: number;
  billable_seconds: number;
  amount_minor: number;
}

interface Line {
  level: number;
  k0: string | null;
  k1: string | null;
  currency: string;
  billable: boolean;
  rate: number;
  seconds: number;
  /** Where the sum of each line is rounded. */
  minutes: number;
  mode: RoundingMode;
}

@AppProvider()
export class ReportRepository extends BaseRepository {
  /** Of each level, sums by its dimensions, the currency, and what else is apart on an invoice. */
  async sums({ levels, spans, rounding, ...asked }: Asked): Promise<Sum[][]> {
    const how = rounding?.scope ?? 'exact';
    const statement = searching(`timetracking_report ${how} ${levels[0]?.join(' ')}`, textOf(levels, how));
    const values = [
      asked.owner_id,
      asked.project_ids ?? null,
      asked.client_id ?? null,
      asked.tag ?? null,
      asked.billable ?? null,
      ...(rounding
        ? [spans.map(({ first }) => first), asked.to, rounding.minutes, rounding.mode]
        : [spans.map(({ begins }) => begins), spans.map(({ ends }) => ends)]),
    ];
    const lines = await this.database.transaction(async () => {
      await this.rows(HASHED);
      return this.rows<Line>(statement, ...values);
    });
    const sums = levels.map((): Sum[] => []);
    for (const line of lines) sums[line.level]?.push(sumOf(line, how, spans));
    return sums;
  }
}

function sumOf(line: Line, how: How, spans: Span[]): Sum {
  const { k0, k1, currency, billable, rate } = line;
  const seconds = how === 'group' ? roundSeconds(line.seconds, line) : line.seconds;
  return {
    keys: [k0, k1].map((key, n) => spans[Number(key) - 1]?.keys[n] ?? key),
    currency,
    seconds,
    billable_seconds: billable ? seconds : 0,
    amount_minor: billable ? amountOf(seconds, rate) : 0,
  };
}

type How = 'exact' | 'entry' | 'group';

function textOf(levels: Dimension[][], how: How): string {
  const needed = levels.flat().map((name) => NEEDED[name]);
  const named = [...needed, how === 'exact' ? undefined : 'project_id', 'billable', 'rate_minor', 'currency'];
  const columns = [...new Set(named.filter((name) => name !== undefined))].map((name) => `e.${name}`).join(', ');
  const seconds = how === 'entry' ? roundedSql('e.seconds', MINUTES, MODE) : 'e.seconds';
  const pieces = how === 'exact' ? exact(columns) : whole(columns, seconds);
  return `WITH pieces AS (${pieces}) ${levels.map((by, level) => linesOf(by, level, how)).join(' UNION ALL ')}`;
}

/** What has another rate or another rounding stands on another line. */
function linesOf(by: Dimension[], level: number, how: How): string {
  const [k0, k1] = by.map((name) => DIMENSIONS[name]);
  const apart = [k0, k1, 'e.currency', 'e.billable', 'coalesce(e.rate_minor, 0)'];
  const step = how === 'exact' ? [] : [MINUTES, MODE];
  const shown = how === 'group' ? `${MINUTES} AS minutes, ${MODE} AS mode,` : '';
  return `SELECT ${level} AS level, (${k0 ?? null})::text AS k0, (${k1 ?? null})::text AS k1, e.currency, e.billable,
      coalesce(e.rate_minor, 0)::float8 AS rate, ${shown} sum(e.seconds)::float8 AS seconds
    FROM pieces e ${how !== 'exact' || by.includes('client') ? PROJECT : ''} ${by.includes('tag') ? TAGS : ''}
    GROUP BY ${[...apart, ...step].filter((name) => name !== undefined).join(', ')}`;
}
