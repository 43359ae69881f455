import { atSize, day, fill } from '../at-size.mjs';
import { callers, post } from '../network/callers.mjs';
import { ask } from '../network/database.mjs';
import { whole } from '../report.mjs';

export const name = 'invoices';

const APP = '/v1/apps/invoicing';
const CLIENTS = 2_000;

/** The lists, one invoice and the statistics of an owner with very many invoices, and a new one. */
export async function figures(settings) {
  const { here, environment, sizes } = settings;
  const [owner] = await callers(here, 1);
  const { headers } = owner;
  await post(here, owner, '/v1/apps/install', { slug: 'invoicing' });
  await post(here, owner, `${APP}/update-settings`, { business_name: 'Harbour Studio' });
  const { client } = await post(here, owner, `${APP}/create-client`, { name: 'Northwind' });
  const { tax_rate } = await post(here, owner, `${APP}/save-tax-rate`, { name: 'VAT', percent: 19 });
  await fill(environment, rowsOf(owner.id, sizes.invoices));
  for (const sums of ['sum_anew', 'sum_payments_anew']) await ask(environment, `SELECT ext_invoicing.${sums}()`);
  for (const table of ['document_sums', 'tax_sums', 'payment_sums'])
    await ask(environment, `VACUUM ANALYZE ext_invoicing.${table}`);
  const [{ id: client_id }] = await ask(environment, `SELECT id FROM ext_invoicing.clients WHERE name = 'Client 77'`);
  const [{ id: invoice_id }] = await ask(
    environment,
    'SELECT id FROM ext_invoicing.documents WHERE client_id = $1 LIMIT 1',
    [client_id],
  );
  const line = { description: 'Design', quantity: 2, unit_price: 80, tax_rate_id: tax_rate.id };
  const of = (what, action, body) => ({ what, path: `${APP}/${action}`, headers, body });
  return atSize(
    name,
    `${whole(sizes.invoices)} invoices`,
    [
      of('list-invoices', 'list-invoices', {}),
      of('overdue ones', 'list-invoices', { state: 'overdue' }),
      of('those of a client', 'list-invoices', { client_id }),
      of('a search', 'list-invoices', { q: 'INV-77' }),
      of('those of a month', 'list-invoices', { from: day(-400), to: day(-370) }),
      of('those of a year', 'list-invoices', { from: day(-400), to: day(-36) }),
      of('list-payments', 'list-payments', {}),
      of('get-client', 'get-client', { client_id }),
      of('list-clients', 'list-clients', {}),
      of('get-invoice', 'get-invoice', { invoice_id }),
      of('create-invoice', 'create-invoice', { client_id: client.id, lines: [line, line] }),
      of('an issued one', 'create-invoice', { client_id: client.id, lines: [line, line], issue: true }),
      of('stats of a month', 'stats', { from: day(-29), to: day(0) }),
      of('stats of a year', 'stats', { from: day(-364), to: day(0) }),
    ],
    settings,
  );
}

/** Over three years; of the last weeks a part is paid, of those before all but one of fifty. */
const rowsOf = (owner, invoices) => `
  INSERT INTO ext_invoicing.clients (owner_id, name, currency)
  SELECT '${owner}', 'Client ' || n, CASE WHEN n % 4 = 0 THEN 'eur' ELSE 'usd' END FROM generate_series(1, ${CLIENTS}) n;
  INSERT INTO ext_invoicing.documents (owner_id, client_id, status, number, series_period, sequence, issue_date, due_date,
    currency, subtotal_minor, tax_minor, total_minor, paid_minor, tax_lines, public_token, seller, client, paid_at, paid_on, created_at)
  SELECT '${owner}', c.id, status, CASE WHEN status <> 'draft' THEN 'INV-' || n END, CASE WHEN status <> 'draft' THEN '' END,
    CASE WHEN status <> 'draft' THEN n END, CASE WHEN status <> 'draft' THEN at::date END,
    CASE WHEN status <> 'draft' THEN at::date + 14 END, c.currency, 10000, 1900, 11900, paid,
    '[{"name": "VAT", "rate_ppm": 190000, "net": 10000, "tax": 1900}]', md5('bench invoice ' || n),
    '{"name": "Harbour Studio"}', jsonb_build_object('name', c.name), CASE WHEN paid = 11900 THEN at + interval '9 days' END,
    CASE WHEN paid = 11900 THEN at::date + 9 END, at
  FROM generate_series(1, ${invoices}) n
  CROSS JOIN LATERAL (SELECT now() - (${invoices} - n) * interval '1095 days' / ${invoices} AS at,
    CASE WHEN n % 100 = 1 THEN 'draft' WHEN n % 100 = 2 THEN 'void' ELSE 'issued' END AS status) moment
  CROSS JOIN LATERAL (SELECT CASE WHEN status <> 'issued' THEN 0 WHEN n % 100 = 3 THEN 5000
    WHEN n % 50 = 4 OR (n % 3 > 0 AND at > now() - interval '14 days') THEN 0 ELSE 11900 END AS paid) payment
  JOIN (SELECT id, name, currency, row_number() OVER (ORDER BY name) AS place FROM ext_invoicing.clients
    WHERE owner_id = '${owner}' AND name LIKE 'Client %') c ON c.place = 1 + n % ${CLIENTS};
  INSERT INTO ext_invoicing.document_lines (document_id, position, description, quantity, unit_price_minor, amount_minor, tax_name,
    rate_ppm)
  SELECT id, position, 'Design', 1, 5000, 5000, 'VAT', 190000 FROM ext_invoicing.documents, generate_series(1, 2) position
  WHERE owner_id = '${owner}';
  INSERT INTO ext_invoicing.invoice_payments (owner_id, document_id, client_id, amount_minor, currency, method, paid_on, status,
    created_at)
  SELECT owner_id, id, client_id, paid_minor, currency, 'bank_transfer', issue_date + 9, 'completed', created_at
  FROM ext_invoicing.documents WHERE owner_id = '${owner}' AND paid_minor > 0;
  INSERT INTO ext_invoicing.number_counters (owner_id, kind, period, last_value)
  SELECT '${owner}', 'invoice', to_char(now(), 'YYYY'), ${invoices}`;
