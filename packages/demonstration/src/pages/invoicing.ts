import { buyerOf, idOf, installed, SELLERS } from '../selling/sellers.js';

/**
 * Invoices of sellers of the app invoicing: three clients, one of them an account here, and for each of them an invoice in every
 * state. The days follow from `now`, so that some are due and some are late.
 */
export const INVOICES = `WITH ${SELLERS}, wanted AS MATERIALIZED (
    SELECT seller.*, ${idOf('invoicing client', 'k')} AS client_id, ${idOf('invoicing rate', '0')} AS rate_id, k, name, email, days,
      CASE WHEN k = 2 AND others > 0 THEN ${buyerOf('13')} END AS buyer_id
    FROM seller, (VALUES
      (0, 'Northwind Traders', 'accounts@northwind.example', 14),
      (1, 'Bakery Morgenrot', 'office@morgenrot.example', 30),
      (2, 'A member', NULL, 7)) AS client (k, name, email, days)
  ), rates AS (
    INSERT INTO ext_invoicing.tax_rates (id, owner_id, name, rate_ppm, created_at, updated_at)
    SELECT rate_id, seller_id, 'VAT', 190000, now - interval '1 year', now - interval '1 year' FROM wanted WHERE k = 0
    ON CONFLICT DO NOTHING RETURNING id
  ), clients AS (
    INSERT INTO ext_invoicing.clients (id, owner_id, name, email, user_id, currency, payment_terms_days, tax_rate_id, created_at,
      updated_at)
    SELECT client_id, seller_id, name, email, buyer_id, 'usd', days, rate_id, now - interval '1 year', now - interval '1 year'
    FROM wanted WHERE rate_id IN (SELECT id FROM rates) ON CONFLICT DO NOTHING RETURNING id
  ), planned AS MATERIALIZED (
    SELECT wanted.*, invoice.*, ${idOf('invoice', 'k * 8 + i')} AS id, net * 119 / 100 AS total,
      (now AT TIME ZONE 'UTC')::date - ago AS issued_on
    FROM wanted JOIN clients ON clients.id = client_id, (VALUES
      (0, 'draft', 0, 120000, 0), (1, 'issued', 3, 80000, 0), (2, 'issued', 5, 60000, 20000), (3, 'issued', 90, 150000, 178500),
      (4, 'issued', 60, 45000, 0), (5, 'void', 40, 30000, 0)) AS invoice (i, status, ago, net, paid)
  ), numbered AS MATERIALIZED (
    SELECT *, CASE WHEN status <> 'draft' THEN row_number() OVER
      (PARTITION BY seller_id, status = 'draft', extract(year FROM issued_on) ORDER BY issued_on, k) END::int AS sequence
    FROM planned
  ), made AS (
    INSERT INTO ext_invoicing.documents (id, owner_id, client_id, status, number, series_period, sequence, issue_date, due_date, currency,
      subtotal_minor, tax_minor, total_minor, paid_minor, seller, client, tax_lines, public_token, reason, sent_at, paid_at,
      voided_at, created_at, updated_at)
    SELECT id, seller_id, client_id, status,
      CASE WHEN sequence IS NOT NULL THEN 'INV-' || extract(year FROM issued_on) || '-' || lpad(sequence::text, 4, '0') END,
      CASE WHEN sequence IS NOT NULL THEN extract(year FROM issued_on)::text END, sequence,
      CASE WHEN sequence IS NOT NULL THEN issued_on END, CASE WHEN sequence IS NOT NULL THEN issued_on + days END, 'usd',
      net, total - net, total, paid,
      CASE WHEN sequence IS NOT NULL THEN jsonb_build_object('name', 'Studio ' || s, 'address', 'Harbour 1', 'email', '', 'tax_number', '',
        'logo_url', '', 'payment_instructions', '') END,
      CASE WHEN sequence IS NOT NULL THEN jsonb_build_object('name', name, 'contact_name', NULL, 'email', email, 'phone', NULL,
        'tax_number', NULL, 'address', NULL) END,
      jsonb_build_array(jsonb_build_object('name', 'VAT', 'rate_ppm', 190000, 'net', net, 'tax', total - net)),
      md5(id::text), CASE WHEN status = 'void' THEN 'Ordered twice' END,
      CASE WHEN sequence IS NOT NULL THEN at END, CASE WHEN paid = total THEN at + interval '9 days' END,
      CASE WHEN status = 'void' THEN at + interval '1 day' END, at, at
    FROM numbered, LATERAL (SELECT now - make_interval(days => ago) - interval '1 hour' AS at) moment
    ON CONFLICT DO NOTHING RETURNING id
  ), lines AS (
    INSERT INTO ext_invoicing.document_lines (document_id, position, description, quantity, unit, unit_price_minor, tax_rate_id, tax_name,
      rate_ppm, amount_minor)
    SELECT id, position, description, quantity, unit, amount / quantity, rate_id, 'VAT', 190000, amount
    FROM numbered JOIN made USING (id), LATERAL (VALUES
      (1, 'Design', 10, 'h', net * 3 / 4), (2, 'Travel', 1, NULL, net - net * 3 / 4)) AS line (position, description, quantity, unit, amount)
  ), payments AS (
    INSERT INTO ext_invoicing.invoice_payments (owner_id, document_id, client_id, amount_minor, currency, method, paid_on, status, created_at,
      updated_at)
    SELECT seller_id, id, client_id, paid, 'usd', 'bank_transfer', least(issued_on + 9, (now AT TIME ZONE 'UTC')::date), 'completed', now, now
    FROM numbered JOIN made USING (id) WHERE paid > 0
  ), counters AS (
    INSERT INTO ext_invoicing.number_counters (owner_id, kind, period, last_value)
    SELECT seller_id, 'invoice', extract(year FROM issued_on)::text, max(sequence) FROM numbered JOIN made USING (id)
    WHERE sequence IS NOT NULL GROUP BY 1, 2, 3 ON CONFLICT DO NOTHING
  ), events AS (
    INSERT INTO ext_invoicing.document_events (document_id, kind, actor_id, data, created_at)
    SELECT id, kind, seller_id, '{}', now - make_interval(days => ago) - interval '1 hour'
    FROM numbered JOIN made USING (id), unnest(CASE status WHEN 'draft' THEN ARRAY['created'] WHEN 'void'
      THEN ARRAY['created', 'issued', 'sent', 'voided'] ELSE ARRAY['created', 'issued', 'sent'] END) kind
  ), settings AS (
    INSERT INTO apps.settings (user_id, app, values) SELECT seller_id, 'invoicing', jsonb_build_object('business_name', 'Studio ' || s)
    FROM seller ON CONFLICT DO NOTHING
  ), installed AS (${installed('invoicing', 'SELECT seller_id AS user_id FROM seller')}
  ) SELECT count(*)::int AS made FROM made`;
