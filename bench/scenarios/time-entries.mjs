import { accounts, atSize, day, fill, idsOf } from '../at-size.mjs';
import { callers, post } from '../network/callers.mjs';
import { ask } from '../network/database.mjs';
import { whole } from '../report.mjs';

export const name = 'time-entries';

const APP = '/v1/apps/timetracking';
const PROJECTS = 20;
const DAYS = 365;

/** Reports, lists and statistics of somebody with very many entries in a year, among those of others. */
export async function figures(settings) {
  const { here, environment, sizes } = settings;
  const [owner] = await callers(here, 1);
  const { headers } = owner;
  await post(here, owner, '/v1/apps/install', { slug: 'timetracking' });
  await fill(environment, accounts('tracking', 4) + rowsOf(owner.id, sizes.entries));
  await ask(environment, 'SELECT ext_timetracking.sum_anew()');
  await ask(environment, 'VACUUM ANALYZE ext_timetracking.time_sums');
  const [{ id: project_id }] = await ask(
    environment,
    `SELECT id FROM ext_timetracking.projects WHERE owner_id = $1 LIMIT 1`,
    [owner.id],
  );
  const year = { from: day(1 - DAYS), to: day(0) };
  const of = (what, action, body) => ({ what, path: `${APP}/${action}`, headers, body });
  const report = (group_by, more = {}) => {
    const what = `a report of a year by ${group_by.join(' and ')}${more.rounded ? ', rounded' : ''}`;
    return of(what, 'get-report', { ...year, group_by, ...more });
  };
  return atSize(
    name,
    `${whole(sizes.entries)} entries`,
    [
      report(['project']),
      report(['day']),
      report(['project', 'day']),
      report(['week', 'task']),
      report(['tag']),
      report(['project', 'day'], { rounded: true }),
      of('a report of a month by day', 'get-report', { from: day(-29), to: day(0), group_by: ['day'] }),
      of('list-entries', 'list-entries', {}),
      of('list-projects', 'list-projects', {}),
      of('get-project', 'get-project', { project_id }),
      of('stats of a year', 'stats', year),
    ],
    settings,
  );
}

/** One entry in five is of the owner and the others of four people, as they come in; some go over a midnight. */
const rowsOf = (owner, entries) => `
  INSERT INTO ext_timetracking.projects (owner_id, name, currency, rate_minor, rounding_minutes)
  SELECT owner, 'Project ' || n, CASE WHEN n % 4 = 0 THEN 'eur' ELSE 'usd' END, 8000, CASE WHEN n % 5 = 0 THEN 15 END
  FROM (SELECT unnest(ids || '${owner}'::uuid) AS owner FROM ${idsOf('tracking')}) o, generate_series(1, ${PROJECTS}) n;
  INSERT INTO ext_timetracking.tasks (owner_id, project_id, name)
  SELECT owner_id, id, 'Task ' || n FROM ext_timetracking.projects, generate_series(1, 2) n;
  INSERT INTO ext_timetracking.entries (owner_id, project_id, task_id, description, started_at, ended_at, seconds, local_date,
    tags, billable, rate_minor, currency, rate_source, source)
  SELECT t.owner_id, t.project_id, t.id, 'Entry ' || n, at, at + long * interval '1 second', long, at::date,
    ARRAY['tag ' || n % 5, 'tag ' || n % 7], n % 4 > 0, 8000, t.currency, 'project', 'manual'
  FROM generate_series(1, ${entries}) n
  CROSS JOIN LATERAL (SELECT date_trunc('second', now()) - (${entries} + 10 - n) * interval '${DAYS - 1} days' / ${entries} AS at,
    600 + n % 1000 AS long) times
  CROSS JOIN (SELECT unnest(ids || '${owner}'::uuid) AS owner FROM ${idsOf('tracking')}) o
  JOIN (SELECT k.*, p.currency, row_number() OVER (PARTITION BY k.owner_id ORDER BY k.id) AS place
    FROM ext_timetracking.tasks k JOIN ext_timetracking.projects p ON p.id = k.project_id) t
    ON t.owner_id = o.owner AND t.place = 1 + n % ${2 * PROJECTS}
  ORDER BY n`;
