import { BaseRepository } from '../../../platform/database/base.repository.js';
import { searching, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { roundedSql } from '../billing/rounding.policy.js';

/** Of `e`, the time of entries that are alike, their project `p` and a tag `t`; a moment is the number of its day. */
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

/** The column of an entry that leads to it, besides those that every report needs. */
const NEEDED: Partial<Record<Dimension, string>> = {
  project: 'project_id',
  client: 'project_id',
  task: 'task_id',
  tag: 'tags',
};
const TIMES = new Set<Dimension>(['day', 'week', 'month']);

const PROJECT = 'LEFT JOIN ext_timetracking.projects p ON p.id = e.project_id AND p.owner_id = $1';
const WANTED = `e.owner_id = $1 AND e.ended_at IS NOT NULL
  AND ($4::uuid[] IS NULL OR e.project_id = ANY ($4::uuid[]))
  AND ($5::uuid IS NULL OR e.project_id IN
    (SELECT c.id FROM ext_timetracking.projects c WHERE c.owner_id = $1 AND c.client_id = $5::uuid))
  AND ($6::text IS NULL OR e.tags @> ARRAY[$6::text]) AND ($7::boolean IS NULL OR e.billable = $7::boolean)`;
const MIDNIGHT = '($3::timestamptz[])';
const FIRST = `${MIDNIGHT}[1]`;
const LAST = `${MIDNIGHT}[$2::int]`;
const EXACT_FROM = `ext_timetracking.entries e
    WHERE ${WANTED} AND e.started_at > ${FIRST} - interval '25 hours' AND e.started_at < ${LAST} AND e.ended_at > ${FIRST}`;

const secondsWithin = (began: string, ended: string, from: string, until: string) =>
  `extract(epoch FROM least(${ended}, ${until}) - greatest(${began}, ${from}))::int`;

/** What lies within the range, by columns of the entries. */
const clipped = (columns: string) => `WITH pieces AS (
    SELECT ${columns}, sum(CASE WHEN e.started_at >= ${FIRST} AND e.ended_at <= ${LAST} THEN e.seconds
      ELSE ${secondsWithin('e.started_at', 'e.ended_at', FIRST, LAST)} END) AS seconds
    FROM ${EXACT_FROM} GROUP BY ${columns}
  )`;
const dayOf = (moment: string) => `width_bucket(${moment}, $3::timestamptz[])`;
/**
 * The same by days. Most entries lie in the day that they were saved under, whatever the zone was; the others are cut at the
 * midnights. OFFSET keeps a day from being computed twice.
 */
const byDays = (columns: string) => `WITH alike AS (
    SELECT ${columns}, e.day, sum(e.seconds) FILTER (WHERE e.is_within) AS seconds,
      array_agg(tstzrange(e.started_at, e.ended_at)) FILTER (WHERE e.is_within IS NOT TRUE) AS others
    FROM (
      SELECT f.*, f.started_at >= ${MIDNIGHT}[f.day] AND f.ended_at <= ${MIDNIGHT}[f.day + 1] AS is_within FROM (
        SELECT ${columns}, e.started_at, e.ended_at, e.seconds, e.local_date - $8::date + 1 AS day FROM ${EXACT_FROM} OFFSET 0
      ) f
    ) e GROUP BY ${columns}, e.day
  ), pieces AS (
    SELECT ${columns}, e.day, e.seconds FROM alike e WHERE e.seconds IS NOT NULL
    UNION ALL
    SELECT ${columns}, d, ${secondsWithin('lower(r)', 'upper(r)', `${MIDNIGHT}[d]`, `${MIDNIGHT}[d + 1]`)}
    FROM alike e, unnest(e.others) r,
      generate_series(greatest(${dayOf('lower(r)')}, 1), least(${dayOf('lower(r)')} + 2, $2::int - 1)) d
    WHERE upper(r) > ${MIDNIGHT}[d]
  )`;
/** As an invoice takes them: whole, on the day of their start. */
const whole = (columns: string, isTimed: boolean, seconds: string) => {
  const day = 'e.local_date - $8::date + 1';
  return `WITH pieces AS (
    SELECT ${columns}${isTimed ? `, ${day} AS day` : ''}, sum(${seconds})::bigint AS seconds
    FROM ext_timetracking.entries e ${PROJECT}
    WHERE ${WANTED} AND e.local_date >= $8::date AND e.local_date < $8::date + $2::int - 1
      AND e.started_at > ${FIRST} - interval '2 days' AND e.started_at < ${LAST} + interval '2 days'
    GROUP BY ${columns}${isTimed ? `, ${day}` : ''}
  )`;
};

/** The planner expects more groups than there are, and would sort the entries of a year, which takes longer than all the rest. */
const HASHED = sql(
  'timetracking_report_hashed',
  `SELECT set_config('work_mem', '64MB', true), set_config('enable_sort', 'off', true)`,
);

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
    return this.database.transaction(async () => {
      await this.rows(HASHED);
      return this.rows<Sum>(statement, ...values);
    });
  }
}

function textOf(by: Dimension[], how: 'exact' | 'entry' | 'group'): string {
  const isTimed = by.some((name) => TIMES.has(name));
  const needed = [...by.map((name) => NEEDED[name]), how === 'exact' ? undefined : 'project_id'];
  const named = [...new Set(needed.filter((name) => name !== undefined)), 'billable', 'rate_minor', 'currency'];
  const columns = named.map((name) => `e.${name}`).join(', ');
  const exact = isTimed ? byDays(columns) : clipped(columns);
  const pieces =
    how === 'exact'
      ? exact
      : whole(columns, isTimed, how === 'entry' ? roundedSql('e.seconds', MINUTES, MODE) : 'e.seconds');
  const names = by.map((_, n) => `k${n}`);
  const line = by.map((name, n) => `${DIMENSIONS[name]} AS k${n}`);
  // One row for each line of an invoice: what has another rate or another rounding stands on another line.
  const step = how === 'exact' ? [] : [`${MINUTES} AS minutes`, `${MODE} AS mode`];
  const apart = [...names, 'e.currency', 'e.billable', 'rate', ...(how === 'exact' ? [] : ['minutes', 'mode'])];
  const isOfProject = how !== 'exact' || by.includes('client');
  return `${pieces}, lines AS (
      SELECT ${[...line, 'e.currency', 'e.billable', 'coalesce(e.rate_minor, 0) AS rate', ...step].join(', ')},
        sum(e.seconds)::bigint AS seconds
      FROM pieces e ${isOfProject ? PROJECT : ''}
      ${by.includes('tag') ? 'LEFT JOIN LATERAL unnest(e.tags) t (tag) ON true' : ''}
      WHERE ($8::date, $9::int[], $10::int[], $11::int, $12::text) IS NOT NULL
      GROUP BY ${apart.join(', ')}
    ), billed AS (SELECT *, ${how === 'group' ? roundedSql('seconds', 'minutes', 'mode') : 'seconds'} AS billed FROM lines)
    SELECT ARRAY[${names.map((name) => `${name}::text`).join(', ')}]::text[] AS keys, currency,
      sum(billed)::float8 AS seconds, coalesce(sum(billed) FILTER (WHERE billable), 0)::float8 AS billable_seconds,
      coalesce(sum(round(billed::numeric * rate / 3600)) FILTER (WHERE billable), 0)::float8 AS amount_minor
    FROM billed GROUP BY ${names.concat('currency').join(', ')}`;
}
