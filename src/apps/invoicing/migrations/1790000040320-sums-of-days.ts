import { SqlMigration } from '../../../platform/database/sql-migration.js';
import { SUMS as FORMER_SUMS } from './1790000039800-invoicing.js';

const ROW = `id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE`;
const FOLDED = 'folded boolean NOT NULL DEFAULT false';
/** The day of what counts whatever its day is. */
const ALL_DAYS = `'infinity'::date`;

interface Parts {
  table: string;
  key: string[];
  sums: string[];
  /** SQL: what the rows of a table come to, added or taken off. */
  rows: (from: string, sign: '' | '-') => string;
}

const OPEN = `d.status = 'issued' AND d.total_minor > d.paid_minor + d.credited_minor`;
const PHASE = `CASE WHEN d.status <> 'issued' THEN d.status
  WHEN d.total_minor = d.paid_minor + d.credited_minor THEN 'paid'
  WHEN d.paid_minor + d.credited_minor > 0 THEN 'partially_paid' ELSE 'open' END`;
const PAID = `d.kind = 'invoice' AND d.status = 'issued' AND d.total_minor > 0 AND d.paid_on - d.issue_date IS NOT NULL`;

const DOCUMENTS: Parts = {
  table: 'document_sums',
  key: ['of_id', 'day', 'kind', 'source', 'currency', 'phase', 'due_date'],
  sums: ['documents', 'total_minor', 'due_minor', 'paid_minor', 'settled', 'settling_days'],
  rows: (from, sign) => `SELECT d.owner_id, p.of_id, p.day, d.kind, d.source, d.currency, ${PHASE} AS phase,
    CASE WHEN ${OPEN} THEN coalesce(d.due_date, ${ALL_DAYS}) ELSE ${ALL_DAYS} END AS due_date,
    ${sign}1 AS documents, ${sign}d.total_minor AS total_minor,
    ${sign}CASE WHEN ${OPEN} THEN d.total_minor - d.paid_minor - d.credited_minor ELSE 0 END AS due_minor,
    ${sign}d.paid_minor AS paid_minor, ${sign}CASE WHEN ${PAID} THEN 1 ELSE 0 END AS settled,
    ${sign}CASE WHEN ${PAID} THEN d.paid_on - d.issue_date ELSE 0 END AS settling_days
    FROM ${from} d CROSS JOIN LATERAL
      (VALUES (d.owner_id, ${ALL_DAYS}), (d.owner_id, d.issue_date), (d.client_id, ${ALL_DAYS})) p (of_id, day)
    WHERE p.day IS NOT NULL`,
};
const TAXES: Parts = {
  table: 'tax_sums',
  key: ['day', 'currency', 'name', 'rate_ppm'],
  sums: ['net_minor', 'tax_minor'],
  rows: (from, sign) => `SELECT d.owner_id, d.issue_date AS day, d.currency, t.name, t.rate_ppm,
    ${sign}CASE d.kind WHEN 'invoice' THEN t.net ELSE -t.net END AS net_minor,
    ${sign}CASE d.kind WHEN 'invoice' THEN t.tax ELSE -t.tax END AS tax_minor
    FROM ${from} d, jsonb_to_recordset(d.tax_lines) t (name text, rate_ppm int, net bigint, tax bigint)
    WHERE d.status = 'issued' AND d.issue_date IS NOT NULL AND t.name IS NOT NULL`,
};
const PAYMENTS: Parts = {
  table: 'payment_sums',
  key: ['day', 'currency', 'status', 'method'],
  sums: ['amount_minor', 'reversed_minor'],
  rows: (from, sign) => `SELECT p.owner_id, d.day, p.currency, p.status, p.method,
    ${sign}p.amount_minor AS amount_minor, ${sign}p.reversed_minor AS reversed_minor
    FROM ${from} p CROSS JOIN LATERAL (VALUES (${ALL_DAYS}), (p.paid_on)) d (day)`,
};

// The owner may be gone: what they leave is changed when their account is deleted.
function stored({ table, key, sums }: Parts, rows: string): string {
  const columns = ['owner_id', ...key].join(', ');
  return `INSERT INTO ext_invoicing.${table} (${columns}, ${sums.join(', ')})
    SELECT s.* FROM (
      SELECT ${columns}, ${sums.map((name) => `sum(${name}) AS ${name}`).join(', ')} FROM (${rows}) each
      GROUP BY ${columns} HAVING ${sums.map((name) => `sum(${name}) <> 0`).join(' OR ')}
    ) s JOIN account.users u ON u.id = s.owner_id ORDER BY u.id FOR KEY SHARE OF u;`;
}

/** Triggers on a table that keep these sums, and a function that makes all of them anew. */
function kept(table: string, sum: string, anew: string, all: Parts[]): string[] {
  const each = (rows: (parts: Parts) => string) => all.map((parts) => stored(parts, rows(parts))).join('\n');
  const trigger = (event: string, tables: string) =>
    `CREATE TRIGGER ${sum}_${event.toLowerCase()} AFTER ${event} ON ext_invoicing.${table}
      REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ext_invoicing.${sum}()`;
  return [
    `CREATE FUNCTION ext_invoicing.${sum}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN ${each(({ rows }) => rows('after', ''))}
        ELSIF TG_OP = 'DELETE' THEN ${each(({ rows }) => rows('before', '-'))}
        ELSE ${each(({ rows }) => `${rows('before', '-')} UNION ALL ${rows('after', '')}`)}
        END IF;
        RETURN NULL;
      END $$`,
    // With the locks, taken in the order of the triggers, each change is in the rows that are counted, or is added after them.
    `CREATE FUNCTION ext_invoicing.${anew}() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        ${all.map((parts) => `LOCK TABLE ext_invoicing.${parts.table} IN SHARE ROW EXCLUSIVE MODE;`).join(' ')}
        ${all.map((parts) => `DELETE FROM ext_invoicing.${parts.table};`).join(' ')}
        ${each(({ rows }) => rows(`ext_invoicing.${table}`, ''))}
      END $$`,
    trigger('INSERT', 'NEW TABLE AS after'),
    trigger('UPDATE', 'OLD TABLE AS before NEW TABLE AS after'),
    trigger('DELETE', 'OLD TABLE AS before'),
    `SELECT ext_invoicing.${anew}()`,
  ];
}

const indexed = (table: string, columns: string) => [
  `CREATE INDEX ${table}_key ON ext_invoicing.${table} (owner_id, ${columns})`,
  `CREATE INDEX ${table}_fresh ON ext_invoicing.${table} (id) WHERE NOT folded`,
];

const paidOn = (d: string) => `(${d}.paid_at AT TIME ZONE coalesce((SELECT s.values ->> 'timezone' FROM apps.settings s
  WHERE s.user_id = ${d}.owner_id AND s.app = 'invoicing'), 'UTC'))::date`;
const DATES = [
  'ALTER TABLE ext_invoicing.documents ADD paid_on date',
  `UPDATE ext_invoicing.documents d SET paid_on = ${paidOn('d')} WHERE d.paid_at IS NOT NULL`,
  // A day of the zone that the owner has then, because no sum can follow a zone that is changed later.
  `CREATE FUNCTION ext_invoicing.date_payment() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.paid_on := ${paidOn('NEW')};
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER date_payment BEFORE INSERT OR UPDATE OF paid_at ON ext_invoicing.documents
    FOR EACH ROW EXECUTE FUNCTION ext_invoicing.date_payment()`,
];

const TABLES = [
  // Without unique keys: each change adds a row, so that those who pay the same seller do not wait for each other.
  `CREATE TABLE ext_invoicing.document_sums (
    ${ROW},
    of_id uuid NOT NULL,
    day date NOT NULL,
    kind text NOT NULL,
    source text NOT NULL,
    currency char(3) NOT NULL,
    phase text NOT NULL,
    due_date date NOT NULL,
    documents bigint NOT NULL,
    total_minor bigint NOT NULL,
    due_minor bigint NOT NULL,
    paid_minor bigint NOT NULL,
    settled bigint NOT NULL,
    settling_days bigint NOT NULL,
    ${FOLDED}
  )`,
  ...indexed('document_sums', 'of_id, kind, day'),
  `CREATE TABLE ext_invoicing.tax_sums (
    ${ROW},
    day date NOT NULL,
    currency char(3) NOT NULL,
    name text NOT NULL,
    rate_ppm int NOT NULL,
    net_minor bigint NOT NULL,
    tax_minor bigint NOT NULL,
    ${FOLDED}
  )`,
  ...indexed('tax_sums', 'day'),
  `CREATE TABLE ext_invoicing.payment_sums (
    ${ROW},
    day date NOT NULL,
    currency char(3) NOT NULL,
    status text NOT NULL,
    method text NOT NULL,
    amount_minor bigint NOT NULL,
    reversed_minor bigint NOT NULL,
    ${FOLDED}
  )`,
  ...indexed('payment_sums', 'day'),
];

const DROP_FUNCTIONS = ['sum_documents', 'sum_anew'].map((name) => `DROP FUNCTION ext_invoicing.${name}() CASCADE`);

/** What documents and payments come to is kept by days as well, so that no figure of a range reads each of them. */
export class SumsOfDays1790000040320 extends SqlMigration {
  protected readonly apply = [
    ...DATES,
    ...DROP_FUNCTIONS,
    'DROP TABLE ext_invoicing.document_sums',
    ...TABLES,
    ...kept('documents', 'sum_documents', 'sum_anew', [DOCUMENTS, TAXES]),
    ...kept('invoice_payments', 'sum_payments', 'sum_payments_anew', [PAYMENTS]),
  ];
  protected readonly revert = [
    ...DROP_FUNCTIONS,
    ...['sum_payments', 'sum_payments_anew', 'date_payment'].map(
      (name) => `DROP FUNCTION ext_invoicing.${name}() CASCADE`,
    ),
    ...['document_sums', 'tax_sums', 'payment_sums'].map((name) => `DROP TABLE ext_invoicing.${name}`),
    'ALTER TABLE ext_invoicing.documents DROP paid_on',
    ...FORMER_SUMS,
    'SELECT ext_invoicing.sum_anew()',
  ];
}
