import { SqlMigration } from '../../../platform/database/sql-migration.js';

const KEY = 'owner_id, of_id, day, currency, billable, billed';

/** SQL: what ended entries come to, added or taken off, on their day and on all days. */
const each = (
  from: string,
  sign: '' | '-',
) => `SELECT e.owner_id, coalesce(e.project_id, e.owner_id) AS of_id, d.day, e.currency,
    e.billable, e.batch_id IS NOT NULL AS billed, ${sign}e.seconds AS seconds, ${sign}CASE WHEN e.billable
      THEN (e.seconds::bigint * coalesce(e.rate_minor, 0) * 2 + 3600) / 7200 ELSE 0 END AS amount_minor
  FROM ${from} e CROSS JOIN LATERAL (VALUES (e.local_date), ('infinity'::date)) d (day) WHERE e.ended_at IS NOT NULL`;

// The owner may be gone: their entries are deleted with their account.
const stored = (rows: string) => `INSERT INTO ext_timetracking.time_sums (${KEY}, seconds, amount_minor)
  SELECT s.* FROM (
    SELECT ${KEY}, sum(seconds), sum(amount_minor) FROM (${rows}) each GROUP BY ${KEY}
    HAVING sum(seconds) <> 0 OR sum(amount_minor) <> 0
  ) s JOIN account.users u ON u.id = s.owner_id ORDER BY u.id FOR KEY SHARE OF u;`;

const trigger = (event: string, tables: string) =>
  `CREATE TRIGGER sum_time_${event.toLowerCase()} AFTER ${event} ON ext_timetracking.entries
    REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ext_timetracking.sum_time()`;

/** Lists and statistics read sums of days and projects, and none of the entries. */
export class TimeSums1790000040360 extends SqlMigration {
  protected readonly apply = [
    // Without a unique key: each change adds a row, and a job folds them.
    `CREATE TABLE ext_timetracking.time_sums (
      id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
      owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
      of_id uuid NOT NULL,
      day date NOT NULL,
      currency char(3) NOT NULL,
      billable boolean NOT NULL,
      billed boolean NOT NULL,
      seconds bigint NOT NULL,
      amount_minor bigint NOT NULL,
      folded boolean NOT NULL DEFAULT false
    )`,
    'CREATE INDEX time_sums_key ON ext_timetracking.time_sums (owner_id, day, of_id)',
    'CREATE INDEX time_sums_fresh ON ext_timetracking.time_sums (id) WHERE NOT folded',
    `CREATE FUNCTION ext_timetracking.sum_time() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN ${stored(each('after', ''))}
        ELSIF TG_OP = 'DELETE' THEN ${stored(each('before', '-'))}
        ELSE ${stored(`${each('before', '-')} UNION ALL ${each('after', '')}`)}
        END IF;
        RETURN NULL;
      END $$`,
    // With the lock, each change is in the entries that are summed, or is added after them.
    `CREATE FUNCTION ext_timetracking.sum_anew() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        LOCK TABLE ext_timetracking.time_sums IN SHARE ROW EXCLUSIVE MODE;
        DELETE FROM ext_timetracking.time_sums;
        ${stored(each('ext_timetracking.entries', ''))}
      END $$`,
    trigger('INSERT', 'NEW TABLE AS after'),
    trigger('UPDATE', 'OLD TABLE AS before NEW TABLE AS after'),
    trigger('DELETE', 'OLD TABLE AS before'),
    'SELECT ext_timetracking.sum_anew()',
  ];
  protected readonly revert = [
    'DROP FUNCTION ext_timetracking.sum_time() CASCADE',
    'DROP FUNCTION ext_timetracking.sum_anew()',
    'DROP TABLE ext_timetracking.time_sums',
  ];
}
