import { SqlMigration } from '../../../platform/database/sql-migration.js';

const dayOf = (moment: string) => `(${moment} AT TIME ZONE 'UTC')::date`;
const one = (condition: string) => `CASE WHEN ${condition} THEN 1 ELSE 0 END`;

interface Counted {
  /** SQL: the figures of a row, as rows of figure, value, day and number. Without a day it counts nowhere. */
  figures: (row: string) => string;
  /** What they depend on. */
  columns: string[];
}

const COUNTED: Record<string, Counted> = {
  charges: {
    columns: ['seller_id', 'kind', 'status', 'currency', 'amount_minor', 'refunded_minor', 'due_at', 'paid_at'],
    figures: (c) => `(VALUES
      ('revenue', ${c}.currency::text, ${dayOf(`${c}.paid_at`)}, ${c}.amount_minor),
      ('refunds', ${c}.currency::text, ${dayOf(`${c}.paid_at`)}, ${c}.refunded_minor),
      ('recovered', '', ${dayOf(`${c}.paid_at`)}, ${one(`${c}.kind = 'renewal' AND ${c}.paid_at > ${c}.due_at`)}),
      ('due', '', ${dayOf(`${c}.due_at`)}, ${one(`${c}.kind = 'renewal' AND ${c}.status <> 'void'`)}),
      ('renewed', '', ${dayOf(`${c}.due_at`)},
        ${one(`${c}.kind = 'renewal' AND ${c}.status <> 'void' AND ${c}.paid_at IS NOT NULL`)}))`,
  },
  subscriptions: {
    columns: ['seller_id', 'source', 'started_at', 'ended_at', 'trial_ends_at', 'trial_paid', 'cancel_reason'],
    figures: (s) => `(VALUES
      ('new', '', ${dayOf(`${s}.started_at`)}, ${one(`${s}.source = 'purchase'`)}),
      ('begun', '', ${dayOf(`${s}.started_at`)}, 1),
      ('churned', '', ${dayOf(`${s}.ended_at`)}, ${one(`${s}.started_at IS NOT NULL`)}),
      ('trials', '', ${dayOf(`${s}.trial_ends_at`)}, 1),
      ('converted', '', ${dayOf(`${s}.trial_ends_at`)}, ${one(`${s}.trial_paid`)}),
      ('reason', ${s}.cancel_reason, coalesce(${dayOf(`${s}.ended_at`)}, 'infinity'), ${one(`${s}.cancel_reason IS NOT NULL`)}))`,
  },
};

/** Rows of seller, figure, value, day and number, of which `rows` are the row, added or taken off. */
const STORE = 'INSERT INTO ext_subscriptions.seller_days (seller_id, figure, value, day, n)';
const summed = (rows: string) =>
  `SELECT seller_id, figure, value, day, sum(n) AS n FROM (${rows}) each
    WHERE seller_id IS NOT NULL AND day IS NOT NULL AND n <> 0
    GROUP BY seller_id, figure, value, day HAVING sum(n) <> 0`;
const rowsOf = ({ figures }: Counted, row: string, sign = '') =>
  `SELECT ${row}.seller_id, f.figure, f.value, f.day, ${sign}f.n::bigint AS n FROM ${figures(row)} f (figure, value, day, n)`;

// The seller may be gone: the rows that they leave are changed when their account is deleted.
const stored = (rows: string) => `${STORE}
  SELECT d.* FROM (${summed(rows)}) d JOIN account.users u ON u.id = d.seller_id ORDER BY u.id FOR KEY SHARE OF u;`;

function triggersOf([table, counted]: [string, Counted]): string[] {
  const each = (from: string, sign: string) =>
    stored(`SELECT f.* FROM ${from} r CROSS JOIN LATERAL (${rowsOf(counted, 'r', sign)}) f`);
  const differ = ['b', 'a'].map((row) => `(${counted.columns.map((name) => `${row}.${name}`).join(', ')})`);
  const changed = stored(`SELECT f.* FROM before b JOIN after a ON a.id = b.id
    CROSS JOIN LATERAL (${rowsOf(counted, 'b', '-')} UNION ALL ${rowsOf(counted, 'a')}) f
    WHERE ${differ.join(' IS DISTINCT FROM ')}`);
  const trigger = (event: string, tables: string) =>
    `CREATE TRIGGER count_${table}_${event.toLowerCase()} AFTER ${event} ON ext_subscriptions.${table}
      REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ext_subscriptions.count_${table}()`;
  return [
    `CREATE FUNCTION ext_subscriptions.count_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN ${each('after', '')}
        ELSIF TG_OP = 'DELETE' THEN ${each('before', '-')}
        ELSE ${changed}
        END IF;
        RETURN NULL;
      END $$`,
    trigger('INSERT', 'NEW TABLE AS after'),
    trigger('UPDATE', 'OLD TABLE AS before NEW TABLE AS after'),
    trigger('DELETE', 'OLD TABLE AS before'),
  ];
}

const ALL = Object.entries(COUNTED)
  .map(
    ([table, counted]) => `SELECT f.* FROM ext_subscriptions.${table} r CROSS JOIN LATERAL (${rowsOf(counted, 'r')}) f`,
  )
  .join(' UNION ALL ');

const TABLES = [
  'ALTER TABLE ext_subscriptions.subscriptions ADD trial_paid boolean NOT NULL DEFAULT false',
  `UPDATE ext_subscriptions.subscriptions s SET trial_paid = true WHERE s.trial_ends_at IS NOT NULL
    AND EXISTS (SELECT FROM ext_subscriptions.charges c
      WHERE c.subscription_id = s.id AND c.kind = 'initial' AND c.paid_at IS NOT NULL)`,
  // Without a unique key: each change adds a row, so those who pay the same seller do not wait for each other.
  `CREATE TABLE ext_subscriptions.seller_days (
    id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
    seller_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    figure text NOT NULL,
    value text NOT NULL,
    day date NOT NULL,
    n bigint NOT NULL,
    folded boolean NOT NULL DEFAULT false
  )`,
  'CREATE INDEX seller_days_key ON ext_subscriptions.seller_days (seller_id, day, figure, value)',
  'CREATE INDEX seller_days_fresh ON ext_subscriptions.seller_days (id) WHERE NOT folded',
  `CREATE FUNCTION ext_subscriptions.count_anew() RETURNS void LANGUAGE sql AS $$
    DELETE FROM ext_subscriptions.seller_days;
    ${STORE} ${summed(ALL)};
  $$`,
  'SELECT ext_subscriptions.count_anew()',
];

const index = (name: string, on: string) => `CREATE INDEX ${name} ON ext_subscriptions.${on}`;
const drop = (name: string) => `DROP INDEX ext_subscriptions.${name}`;
const STARTED = index('subscriptions_started', 'subscriptions (seller_id, started_at) WHERE started_at IS NOT NULL');
const ENDED = index('subscriptions_ended', 'subscriptions (seller_id, ended_at) WHERE ended_at IS NOT NULL');
const ofSeller = (more: string) => index('charges_of_seller', `charges (seller_id, paid_at)${more}`);
const dueOfSeller = (more: string) =>
  index('charges_due_of_seller', `charges (seller_id, due_at)${more} WHERE kind = 'renewal'`);
const CHARGES = [drop('charges_of_seller'), drop('charges_due_of_seller')];
// No statement needs them any more for whole years.
const FEWER = [drop('subscriptions_started'), drop('subscriptions_ended'), ...CHARGES, ofSeller(''), dueOfSeller('')];
const MORE = [
  ...CHARGES,
  ofSeller(' INCLUDE (currency, amount_minor, refunded_minor, kind, due_at, status)'),
  dueOfSeller(' INCLUDE (status, paid_at)'),
  STARTED,
  ENDED,
];

/** The figures of a seller are read from the days, which the triggers keep right in the transaction of each change. */
export class SellerDays1790000036510 extends SqlMigration {
  protected readonly apply = [...TABLES, ...Object.entries(COUNTED).flatMap(triggersOf), ...FEWER];
  protected readonly revert = [
    ...MORE,
    ...Object.keys(COUNTED).map((table) => `DROP FUNCTION ext_subscriptions.count_${table}() CASCADE`),
    'DROP FUNCTION ext_subscriptions.count_anew()',
    'DROP TABLE ext_subscriptions.seller_days',
    'ALTER TABLE ext_subscriptions.subscriptions DROP trial_paid',
  ];
}
