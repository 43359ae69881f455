import { BaseRepository } from '../../../platform/database/base.repository.js';
import { searching } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { roundedSql } from '../billing/rounding.policy.js';

/** Of `e`, an entry or the part of one that lies in a day, and its project `p`; a moment is the number of its day. */
const DIMENSIONS = {
  project: 'e.project_id',
  client: 'p.client_id',
  task: 'e.task_id',
  day: 'e.day',
  week: '($9::int[])[e.day]',
  month: '($10::int[])[e.day]',
  tag: 't.tag',
  billable: 'e.billable',
};
export type Dimension = keyof typeof DIMENSIONS;
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as Dimension[];

const COLUMNS = 'e.project_id, e.task_id, e.billable, e.rate_minor, e.currency, e.tags';
const WANTED = `e.owner_id = $1 AND e.ended_at IS NOT NULL
  AND ($4::uuid[] IS NULL OR e.project_id = ANY ($4::uuid[]))
  AND ($5::uuid IS NULL OR e.project_id IN
    (SELECT c.id FROM ext_timetracking.projects c WHERE c.owner_id = $1 AND c.client_id = $5::uuid))
  AND ($6::text IS NULL OR e.tags @> ARRAY[$6::text]) AND ($7::boolean IS NULL OR e.billable = $7::boolean)`;

/** Most entries lie in one day; the others are cut at the midnights `$3`, and what is outside of them is left out. */
const EXACT = `WITH found AS NOT MATERIALIZED (
    SELECT ${COLUMNS}, e.seconds, e.started_at, e.ended_at, width_bucket(e.started_at, $3::timestamptz[]) AS first,
      width_bucket(e.ended_at - interval '1 millisecond', $3::timestamptz[]) AS last
    FROM ext_timetracking.entries e
    WHERE ${WANTED} AND e.started_at > ($3::timestamptz[])[1] - interval '25 hours'
      AND e.started_at < ($3::timestamptz[])[$2::int] AND e.ended_at > ($3::timestamptz[])[1]
  ), pieces AS (
    SELECT ${COLUMNS}, e.first AS day, e.seconds FROM found e WHERE e.first = e.last
    UNION ALL
    SELECT ${COLUMNS}, d, extract(epoch FROM least(e.ended_at, ($3::timestamptz[])[d + 1])
      - greatest(e.started_at, ($3::timestamptz[])[d]))::int
    FROM found e, LATERAL generate_series(greatest(e.first, 1), least(e.last, $2::int - 1)) d WHERE e.first < e.last
  )`;
/** As an invoice takes them: whole, on the day of their start. */
const WHOLE = `WITH pieces AS (
    SELECT ${COLUMNS}, e.local_date - $8::date + 1 AS day, e.seconds FROM ext_timetracking.entries e
    WHERE ${WANTED} AND e.local_date >= $8::date AND e.local_date < $8::date + $2::int - 1
      AND e.started_at > ($3::timestamptz[])[1] - interval '2 days'
      AND e.started_at < ($3::timestamptz[])[$2::int] + interval '2 days'
  )`;

const MINUTES = 'coalesce(p.rounding_minutes, $11::int)';
const MODE = 'coalesce(p.rounding_mode, $12)';

export interface Asked {
  owner_id: string;
  from: string;
  midnights: Date[];
  project_ids: string[] | undefined;
  client_id: string | undefined;
  tag: string | undefined;
  billable: boolean | undefined;
  /** Of each day, the number of the first day of its week and month. */
  weeks: number[];
  months: number[];
  rounding: { minutes: number; mode: string; scope: 'entry' | 'group' } | undefined;
}

export interface Sum {
  keys: (string | null)[];
  currency: string;
  seconds: number;
  billable_seconds: number;
  amount_minor: number;
}

@AppProvider()
export class ReportRepository extends BaseRepository {
  /** Sums by these dimensions and the currency. */
  sums(by: Dimension[], asked: Asked): Promise<Sum[]> {
    const how = asked.rounding?.scope ?? 'exact';
    const statement = searching(`timetracking_report ${how} ${by.join(' ')}`, textOf(by, how));
    const values = [
      asked.owner_id,
      asked.midnights.length,
      asked.midnights,
      asked.project_ids ?? null,
      asked.client_id ?? null,
      asked.tag ?? null,
      asked.billable ?? null,
      asked.from,
      asked.weeks,
      asked.months,
      asked.rounding?.minutes ?? 0,
      asked.rounding?.mode ?? 'up',
    ];
    return this.rows(statement, ...values);
  }
}

function textOf(by: Dimension[], how: 'exact' | 'entry' | 'group'): string {
  const keys = by.map((name, n) => `${DIMENSIONS[name]} AS k${n}`);
  const names = by.map((_, n) => `k${n}`);
  const group = names.concat('currency').join(', ');
  const seconds = how === 'entry' ? roundedSql('e.seconds', MINUTES, MODE) : 'e.seconds';
  // One row for each line of an invoice: what has another rate or another rounding stands on another line.
  const line = [
    ...keys,
    'e.currency',
    'e.billable',
    'coalesce(e.rate_minor, 0) AS rate',
    `${MINUTES} AS minutes`,
    `${MODE} AS mode`,
  ];
  const rounded = how === 'group' ? roundedSql('seconds', 'minutes', 'mode') : 'seconds';
  return `${how === 'exact' ? EXACT : WHOLE}, lines AS (
      SELECT ${line.join(', ')}, sum(${seconds})::bigint AS seconds
      FROM pieces e LEFT JOIN ext_timetracking.projects p ON p.id = e.project_id AND p.owner_id = $1
      ${by.includes('tag') ? 'LEFT JOIN LATERAL unnest(e.tags) t (tag) ON true' : ''}
      WHERE $8::date IS NOT NULL AND $9::int[] IS NOT NULL AND $10::int[] IS NOT NULL
      GROUP BY ${[...names, 'e.currency', 'e.billable', 'rate', 'minutes', 'mode'].join(', ')}
    ), billed AS (SELECT *, ${rounded} AS billed FROM lines)
    SELECT ARRAY[${names.map((name) => `${name}::text`).join(', ')}]::text[] AS keys, currency,
      sum(billed)::float8 AS seconds, coalesce(sum(billed) FILTER (WHERE billable), 0)::float8 AS billable_seconds,
      coalesce(sum(round(billed::numeric * rate / 3600)) FILTER (WHERE billable), 0)::float8 AS amount_minor
    FROM billed GROUP BY ${group}`;
}
