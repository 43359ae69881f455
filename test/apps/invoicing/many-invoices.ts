import type { Pool } from 'pg';
import { textOf } from '../../../src/platform/database/sql.js';

/** So many invoices of one owner, over three years, and a tenth of them of others. */
export async function fillInvoices(database: Pool, ownerId: string, count: number, clients: number): Promise<void> {
  const others = Array.from({ length: 50 }, (_, n) => `other${n}@plans.example`);
  await database.query('INSERT INTO account.users (email) SELECT unnest($1::text[])', [others]);
  const run = (text: string) =>
    database.query(text.replaceAll(':owner', `'${ownerId}'`).replaceAll(':count', String(count)));
  await run(`
    INSERT INTO ext_invoicing.clients (owner_id, name, email, currency)
    SELECT :owner, 'Client ' || n, 'client' || n || '@plans.example', CASE WHEN n % 4 = 0 THEN 'eur' ELSE 'usd' END
    FROM generate_series(1, ${clients}) n`);
  await run(`
    INSERT INTO ext_invoicing.clients (owner_id, name, currency)
    SELECT id, 'Client', 'usd' FROM account.users WHERE email LIKE 'other%@plans.example'`);
  await run(`
    INSERT INTO ext_invoicing.documents (owner_id, client_id, status, number, series_period, sequence, issue_date, due_date,
      currency, subtotal_minor, tax_minor, total_minor, paid_minor, tax_lines, public_token, paid_at, paid_on, created_at)
    SELECT c.owner_id, c.id, status, CASE WHEN is_numbered THEN 'INV-' || n END, CASE WHEN is_numbered THEN '' END,
      CASE WHEN is_numbered THEN n END, CASE WHEN is_numbered THEN at::date END, CASE WHEN is_numbered THEN at::date + 14 END,
      c.currency, 10000, 1900, 11900, paid, '[{"name": "VAT", "rate_ppm": 190000, "net": 10000, "tax": 1900}]',
      md5('invoice ' || n), CASE WHEN paid = 11900 THEN at + interval '9 days' END, CASE WHEN paid = 11900 THEN at::date + 9 END, at
    FROM generate_series(1, :count * 11 / 10) n
    CROSS JOIN LATERAL (SELECT now() - ((:count * 11 / 10 - n) * 10 / 11) * interval '1095 days' / :count AS at,
      CASE WHEN n % 100 = 1 THEN 'draft' WHEN n % 1000 = 2 THEN 'void' ELSE 'issued' END AS status) moment
    CROSS JOIN LATERAL (SELECT status <> 'draft' AS is_numbered, CASE WHEN status <> 'issued' THEN 0 WHEN n % 500 = 3 THEN 5000
      WHEN n % 50 = 4 OR (n % 3 > 0 AND at > now() - interval '14 days') THEN 0 ELSE 11900 END AS paid) payment
    JOIN (SELECT id, owner_id, currency, row_number() OVER (PARTITION BY owner_id = :owner ORDER BY id) AS place,
        owner_id = :owner AS is_own FROM ext_invoicing.clients) c
      ON c.is_own = (n % 11 > 0) AND c.place = 1 + n % CASE WHEN n % 11 > 0 THEN ${clients} ELSE 50 END`);
  await run(`
    INSERT INTO ext_invoicing.document_lines (document_id, position, description, unit_price_minor, amount_minor)
    SELECT id, 1, 'Work', 10000, 10000 FROM ext_invoicing.documents`);
  await run(`
    INSERT INTO ext_invoicing.document_events (document_id, kind) SELECT id, 'created' FROM ext_invoicing.documents`);
  await run(`
    INSERT INTO ext_invoicing.invoice_payments (owner_id, document_id, client_id, amount_minor, currency, method, paid_on, status)
    SELECT owner_id, id, client_id, paid_minor, currency, 'bank_transfer', issue_date + 9, 'completed'
    FROM ext_invoicing.documents WHERE paid_minor > 0`);
  for (const sums of ['sum_anew', 'sum_payments_anew']) await run(`SELECT ext_invoicing.${sums}()`);
  await run('VACUUM (ANALYZE)');
}

/** How many pages of the database a statement reads with these values. */
export async function reading(
  database: Pool,
  name: string,
  values: unknown[],
): Promise<{ pages: number; plan: string }> {
  const { rows } = await database.query(`EXPLAIN (ANALYZE, BUFFERS) ${textOf(name) ?? name}`, values);
  const plan = rows.map((row) => row['QUERY PLAN'] as string).join('\n');
  const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return { pages: Number(hit) + Number(read), plan };
}
