import { SqlMigration } from '../../../platform/database/sql-migration.js';

const COUNTED = ['status', 'plan_id', 'currency', 'price_minor', 'interval', 'interval_count'];
/** What subscriptions of a seller have in common, as words; the last one tells whether they renew and are paid for. */
const termsOf = (s: string) =>
  `concat_ws(' ', ${COUNTED.map((name) => `${s}.${name}`).join(', ')}, NOT ${s}.cancel_at_period_end AND ${s}.source = 'purchase')`;
const rowsOf = (from: string, sign: string) =>
  `SELECT s.seller_id, ${termsOf('s')} AS terms, ${sign}1 AS n FROM ${from} s WHERE s.status <> 'incomplete'`;

// The seller may be gone: the rows that they leave are changed when their account is deleted.
const stored = (rows: string) => `INSERT INTO ext_subscriptions.seller_days (seller_id, figure, value, day, n)
  SELECT d.seller_id, 'terms', d.terms, 'infinity', d.n FROM (
    SELECT seller_id, terms, sum(n) AS n FROM (${rows}) each
    WHERE seller_id IS NOT NULL GROUP BY seller_id, terms HAVING sum(n) <> 0
  ) d JOIN account.users u ON u.id = d.seller_id ORDER BY u.id FOR KEY SHARE OF u;`;

const COUNT_ALL = stored(rowsOf('ext_subscriptions.subscriptions', ''));
const trigger = (event: string, tables: string) =>
  `CREATE TRIGGER count_terms_${event.toLowerCase()} AFTER ${event} ON ext_subscriptions.subscriptions
    REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ext_subscriptions.count_terms()`;
const ofSeller = (rest: string) =>
  `CREATE INDEX subscriptions_of_seller ON ext_subscriptions.subscriptions (seller_id, status${rest}`;

/** How many subscriptions of a seller have the same terms now is counted as well, so that nothing has to read them all. */
export class TermsOfSellers1790000038900 extends SqlMigration {
  protected readonly apply = [
    // Without a join of both tables: the plan is that of the first statement of a connection, and its nested loops over one
    // row take minutes for a thousand. What has not changed comes to 0.
    `CREATE FUNCTION ext_subscriptions.count_terms() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN ${stored(rowsOf('after', ''))}
        ELSIF TG_OP = 'DELETE' THEN ${stored(rowsOf('before', '-'))}
        ELSE ${stored(`${rowsOf('before', '-')} UNION ALL ${rowsOf('after', '')}`)}
        END IF;
        RETURN NULL;
      END $$`,
    trigger('INSERT', 'NEW TABLE AS after'),
    trigger('UPDATE', 'OLD TABLE AS before NEW TABLE AS after'),
    trigger('DELETE', 'OLD TABLE AS before'),
    'ALTER FUNCTION ext_subscriptions.count_anew() RENAME TO count_days_anew',
    // A transaction that changes a row adds to its days: with the lock, each change is in the rows that are
    // counted, or is added after them.
    `CREATE FUNCTION ext_subscriptions.count_anew() RETURNS void LANGUAGE sql AS $$
      LOCK TABLE ext_subscriptions.seller_days IN SHARE ROW EXCLUSIVE MODE;
      SELECT ext_subscriptions.count_days_anew();
      ${COUNT_ALL}
    $$`,
    COUNT_ALL,
    'DROP INDEX ext_subscriptions.subscriptions_of_seller',
    ofSeller(', created_at DESC, id DESC)'),
  ];
  protected readonly revert = [
    'DROP INDEX ext_subscriptions.subscriptions_of_seller',
    ofSeller(') INCLUDE (plan_id, price_minor, currency, interval, interval_count, source, cancel_at_period_end)'),
    'DROP FUNCTION ext_subscriptions.count_anew()',
    'ALTER FUNCTION ext_subscriptions.count_days_anew() RENAME TO count_anew',
    'DROP FUNCTION ext_subscriptions.count_terms() CASCADE',
    `DELETE FROM ext_subscriptions.seller_days WHERE figure = 'terms'`,
  ];
}
