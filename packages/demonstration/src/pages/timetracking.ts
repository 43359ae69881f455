import { idOf, installed, SELLERS } from '../selling/sellers.js';

const PROJECTS = `(VALUES
  (1, 'Web shop', '#2a6fdb', true, 8000, 120),
  (2, 'Bookkeeping', '#8a8a8a', false, NULL, NULL)) AS project (k, name, color, billable, rate_minor, hours)`;

const TASKS = `(VALUES (1, 1, 'Design'), (1, 2, 'Checkout page'), (2, 3, 'Receipts')) AS task (k, t, task_name)`;

/** Working time of sellers in the last six weeks: on each weekday a morning and an afternoon. */
export const TIME_ENTRIES = `WITH ${SELLERS}, project AS MATERIALIZED (
    SELECT ${idOf('time project', 'k')} AS id, s, k, seller_id, name, color, billable, rate_minor, hours, now
    FROM seller, ${PROJECTS}
  ), made AS (
    INSERT INTO ext_timetracking.projects (id, owner_id, name, color, currency, billable, rate_minor, budget_seconds, created_at,
      updated_at)
    SELECT id, seller_id, name, color, 'usd', billable, rate_minor, hours * 3600, now - interval '45 days',
      now - interval '45 days'
    FROM project ON CONFLICT DO NOTHING RETURNING id
  ), task AS MATERIALIZED (
    SELECT ${idOf('time task', 't')} AS task_id, t, task_name, project.*
    FROM project JOIN made USING (id) JOIN ${TASKS} USING (k)
  ), tasks AS (
    INSERT INTO ext_timetracking.tasks (id, owner_id, project_id, name, created_at, updated_at)
    SELECT task_id, seller_id, id, task_name, now - interval '44 days', now - interval '44 days' FROM task
  ), state AS (
    INSERT INTO ext_timetracking.owner_state (owner_id) SELECT seller_id FROM seller ON CONFLICT DO NOTHING
  ), worked AS MATERIALIZED (
    SELECT task.*, date_trunc('day', now AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - d * interval '1 day'
      + make_interval(hours => CASE t WHEN 3 THEN 13 ELSE 9 END) AS began
    FROM task, generate_series(1, 42) d
    WHERE CASE t WHEN 3 THEN d % 5 = 0 ELSE d % 2 = t - 1 END
  ), entries AS (
    INSERT INTO ext_timetracking.entries (owner_id, project_id, task_id, description, started_at, ended_at, local_date, tags,
      billable, rate_minor, currency, rate_source, source, created_at, updated_at)
    SELECT seller_id, id, task_id, task_name, began, began + make_interval(mins => 90 + 15 * t), (began AT TIME ZONE 'UTC')::date,
      CASE WHEN billable THEN '{client}' ELSE '{}' END::text[], billable, rate_minor, 'usd',
      CASE WHEN rate_minor IS NULL THEN 'none' ELSE 'project' END, 'timer', began, began
    FROM worked WHERE extract(isodow FROM began AT TIME ZONE 'UTC') < 6 RETURNING id
  ), installed AS (${installed('timetracking', 'SELECT seller_id AS user_id FROM seller')}
  ) SELECT count(*)::int AS made FROM entries`;
